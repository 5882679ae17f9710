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
  description: phrase(170).meta({ description: 'One line for search engines and feeds.' }),
  /** Postal address for legal purposes, on one line. */
  address: line(160),
  founded: z.int(),
  copyright_year: z.int(),
  tagline: line(80),
  phone: phone(),
  email: z.strictObject({
    general: email(),
    careers: email(),
    info: email(),
    security: email()
      .optional()
      .meta({ description: 'For reports of vulnerabilities; the general address by default.' }),
    sender: email()
      .optional()
      .meta({ description: 'Sender of all mail; must not receive that of the forms. The general address by default.' }),
  }),
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
      /** Three (Specification 2, Footer). */
      profiles: z.array(profile()).length(3),
    }),
    badges: z.strictObject({
      heading: line(40),
      /** Drawn as inspection plates: three short lines. */
      items: z.array(
        z.strictObject({
          name: line(20).meta({ description: 'For people who do not see the badge.' }),
          above: line(12),
          main: line(8),
          below: line(12),
        }),
      ),
    }),
    legal: z.array(labelledLink()).min(1),
  }),
  consent: z
    .strictObject({
      heading: line(60),
      text: paragraph(300),
      policy: labelledLink(),
      settings: line(40).meta({ description: 'Label of the button in the footer that reopens the choice.' }),
    })
    .meta({ description: 'The banner that asks before visits are counted. A counter that needs no consent has none.' }),
  contact_section: z.strictObject({ heading: phrase(100), note: paragraph(160) }),
});

export type Site = Resolved<z.infer<typeof siteSchema>>;
