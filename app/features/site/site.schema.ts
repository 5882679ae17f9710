import { z } from 'zod';
import { externalLink, line, link, paragraph, phone, phrase } from '../../platform/content/fields.ts';
import type { Resolved } from '../../platform/content/reference.ts';

const email = () => z.email({ error: 'takes an e-mail address' });
const labelledLink = () => z.strictObject({ label: line(40), to: link() });
const profile = () => z.strictObject({ label: line(40), href: externalLink() });

/** The only source of the company's name and facts (Ruling 1), with the navigation and the footer (Specification 2). */
export const siteSchema = z.strictObject({
  name: line(40),
  legal_name: line(80),
  /** One line for search engines and the feed. */
  description: phrase(170),
  /** Postal address for legal purposes, on one line. */
  address: line(160),
  founded: z.int(),
  copyright_year: z.int(),
  tagline: line(80),
  phone: phone(),
  /** Without `security`, vulnerabilities are reported to the general address. */
  email: z.strictObject({ general: email(), careers: email(), info: email(), security: email().optional() }),
  professional_network: profile(),
  navigation: z
    .array(
      z.strictObject({
        label: line(40),
        to: link(),
        items: z.array(labelledLink()).default([]),
      }),
    )
    .min(1),
  footer: z.strictObject({
    contact_heading: line(40),
    columns: z.array(z.strictObject({ heading: line(40), links: z.array(labelledLink()).min(1) })),
    social: z.strictObject({
      heading: line(40),
      profiles: z.array(profile()).length(3, 'takes exactly 3 social profiles (Specification 2, Footer)'),
    }),
    badges: z.strictObject({
      heading: line(40),
      /** Drawn as inspection plates: three short lines. */
      items: z.array(z.strictObject({ name: line(20), above: line(12), main: line(8), below: line(12) })),
    }),
    legal: z.array(labelledLink()).min(1),
  }),
  /** Labels of the consent banner, shown where the analytics adapter needs consent. */
  consent: z.strictObject({
    heading: line(60),
    text: paragraph(300),
    policy: labelledLink(),
    /** Label of the footer button that reopens the choice. */
    settings: line(40),
  }),
  contact_section: z.strictObject({ heading: phrase(100), note: paragraph(160) }),
});

export type Site = Resolved<z.infer<typeof siteSchema>>;
