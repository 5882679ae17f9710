import { z } from 'zod';
import type { Tokens } from '../../platform/content/tokens.ts';

const fact = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** Less strict than the site's own schema: a mistake in that file is reported there, not in every file that refers to it. */
const factsSchema = z
  .object({
    name: fact,
    legal_name: fact,
    address: fact,
    founded: fact,
    phone: fact,
    email: z.object({ general: fact, info: fact, careers: fact }).catch({}),
  })
  .catch({ email: {} });

/**
 * Facts about the company that every text of content may name, so that they are replaced once, in `site.yaml` (Ruling 1).
 * @param site the data of that file, unchecked; the token of a fact that is missing stays as it is
 */
export function companyTokens(site: unknown, siteUrl: string): Tokens {
  const { name, legal_name, address, founded, phone, email } = factsSchema.parse(site);
  const facts = {
    company: name,
    legal_name,
    address,
    founded,
    email: email.general,
    email_info: email.info,
    email_careers: email.careers,
    phone,
    site_url: siteUrl,
  };
  return Object.fromEntries(Object.entries(facts).map(([token, value]) => [token, value ?? `{${token}}`]));
}
