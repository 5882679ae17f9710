import { z } from 'zod';
import type { Tokens } from '../../platform/content/tokens.ts';

const fact = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** Less strict than the site's own schema: a mistake in that file is reported once, not for every file that refers to it. */
const factsSchema = z
  .object({
    name: fact,
    legal_name: fact,
    address: fact,
    founded: fact,
    phone: fact,
    email: z.object({ general: fact, info: fact, careers: fact, security: fact }).catch({}),
  })
  .catch({ email: {} });

/** Returns the facts of `site.yaml` that any content may refer to (Ruling 1); tokens of missing facts stay unreplaced. */
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
    // As for /.well-known/security.txt.
    email_security: email.security ?? email.general,
    phone,
    site_url: siteUrl,
  };
  return Object.fromEntries(Object.entries(facts).map(([token, value]) => [token, value ?? `{${token}}`]));
}
