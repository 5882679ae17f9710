import { z } from 'zod';
import {
  action,
  alternativeText,
  anchor,
  drawing,
  entryAnchor,
  image,
  line,
  link,
  logo,
  paragraph,
  phrase,
} from '../../platform/content/fields.ts';
import type { Reference } from '../../platform/content/reference.ts';
import { archItems } from './sections/offerings/arch.ts';

/** The name of a section with a slot in the editor. */
export const slotSectionTitle = 'Contact form, articles or positions';

/** Names of slots for parts of other features, which the route passes in. */
const slotNames = ['contact', 'insights', 'positions'] as const;
export type SlotName = (typeof slotNames)[number];

/** The first fields of a section under a dimension line. @param type names the section type */
const headed = <Type extends string>(type: Type) => ({
  type: z.literal(type),
  anchor: anchor().optional(),
  heading: line(80),
});

/** A picture with its description. */
const describedImage = () => z.strictObject({ file: image(), alt: alternativeText() });

/** A partner's logo with a label, and with the lock of the cybersecurity variant (Specification 2, Shared behaviour). */
const partner = () =>
  z.strictObject({
    label: line(60),
    logo: logo(),
    lock: z.boolean().default(false).meta({ description: 'Draws a lock beside the logo.' }),
  });

/** Groups of logos that stay together. */
const rows = z.array(z.array(logo()).min(1)).min(1);

type Marks = readonly (Reference<unknown> | readonly Reference<unknown>[])[];

/** Refuses an arrangement that lacks marks of the one in `wide`, or has others; their order is free. For Zod's `superRefine`. */
const sameLogosAsWide =
  (field: 'medium' | 'narrow') =>
  (section: { wide: Marks; medium?: Marks | undefined; narrow: Marks }, context: z.RefinementCtx): void => {
    const [wide, others] = [keysOf(section.wide), keysOf(section[field] ?? section.wide)];
    const timesIn = (keys: readonly string[], wanted: string) => keys.filter((key) => key === wanted).length;
    const differing = [...new Set([...wide, ...others])]
      .filter((key) => timesIn(wide, key) !== timesIn(others, key))
      .join(', ');
    const message = `must hold the same logos as "wide", and differs in ${differing}`;
    if (differing) context.addIssue({ code: 'custom', message, path: [field] });
  };

const keysOf = (marks: Marks) => marks.flat().map(({ key }) => key);

/** A section of a page. The component of each type is in the folder of `sections` with its name. */
export const sectionSchema = z.discriminatedUnion('type', [
  /** Two halves of one whole, drawn as the two banks of a span (Specification 2, Who We Are: two arms). */
  z
    .strictObject({
      ...headed('arms'),
      statement: phrase(160).optional(),
      items: z.array(z.strictObject({ name: line(60), text: paragraph(600), action: action().optional() })).length(2),
    })
    .meta({ title: 'Two halves' }),
  /** One line and one button, before the contact section. */
  z
    .strictObject({
      type: z.literal('call'),
      heading: phrase(140),
      text: paragraph(300).optional(),
      button: action(),
    })
    .meta({ title: 'Call to action' }),
  /** Invitation to apply by e-mail or through the professional network (Specification 2, Shared behaviour). */
  z.strictObject({
    type: z.literal('careers-block'),
    heading: phrase(100),
    text: paragraph(300),
  }),
  /** Criteria of investments: the stages on one scale, the criteria below (Specification 2, Ventures). */
  z.strictObject({
    ...headed('criteria'),
    statement: phrase(160),
    text: paragraph().optional(),
    /** First and last stage, and those between, in order: Seed … A+. The first `invested` ones are marked. */
    stages: z
      .array(z.strictObject({ name: line(20), invested: z.boolean().meta({ description: 'Drawn as built.' }) }))
      .min(2)
      .max(6),
    items: z.array(z.strictObject({ name: line(60), text: paragraph(260) })).min(2),
  }),
  /** Eight partner marks, three per row, and a carousel of article cards (Specification 2, Industry pages; Specification 9; Ruling 7). */
  z.strictObject({
    type: z.literal('ecosystem'),
    heading: line(80),
    logos: z.array(logo()).length(8),
    subheading: line(80),
    /** Each card is shown twice, so that two cards make the four slides of the loop (Specification 9). */
    articles: z
      .array(
        z.strictObject({
          image: image(),
          alt: alternativeText(),
          title: phrase(120),
          text: paragraph(600),
          to: link(),
        }),
      )
      .length(2),
  }),
  /** Blocks of statement against plate, mirrored in turn (industry pages; Specification 2, Industry pages). */
  z.strictObject({
    ...headed('features'),
    items: z
      .array(
        z.strictObject({
          heading: phrase(100),
          text: paragraph(700),
          points: z.array(phrase(140)).default([]),
          image: describedImage(),
          partner: partner().optional(),
          link: action().optional(),
        }),
      )
      .min(3)
      .max(4),
  }),
  /** Forces that act on one beam: a claim and its reasons, each an arrow (Specification 2, Who We Are: Why Now). */
  z
    .strictObject({
      ...headed('forces'),
      statement: phrase(160),
      items: z
        .array(z.strictObject({ name: line(60), text: paragraph(360) }))
        .min(2)
        .max(4),
    })
    .meta({ title: 'Claim and reasons' }),
  /** The opening statement with one rotating word (Specification 2, Home 2). */
  z.strictObject({
    type: z.literal('intro'),
    /** The statement up to the rotating word. */
    statement: phrase(200),
    /** The words in order of appearance; the last one is shown first. */
    words: z.array(line(24)).min(2).max(6),
    lead: paragraph(),
    aside: paragraph(),
  }),
  /** Linked company marks, four in view and moving on wide screens, a static grid on narrower ones (Specification 2, Home 5). */
  z.strictObject({
    type: z.literal('logo-carousel'),
    heading: line(80),
    logos: z.array(logo()).min(1),
  }),
  /**
   * Company marks in ruled bays. The arrangements for desktop, tablet and phone are separate, each with groups that stay together
   * (Specification 9: home partner wall 6 + 6 on desktop and 9 + 3 on mobile). Without an arrangement for tablets, the wide one is
   * shown there.
   */
  z
    .strictObject({
      ...headed('logo-wall'),
      text: paragraph().optional(),
      wide: rows.meta({ title: 'On wide screens' }),
      medium: rows.optional().meta({ title: 'On tablets' }),
      narrow: rows.meta({ title: 'On phones' }),
    })
    .superRefine(sameLogosAsWide('narrow'))
    .superRefine(sameLogosAsWide('medium')),
  /** Offerings one under the other: name on the left, argument and ticked points on the right (all service pages). */
  z
    .strictObject({
      ...headed('offerings'),
      /** The arch of the security page: one stone for each item. */
      diagram: z.enum(['arch']).optional().meta({ description: 'An arch with a stone for each entry.' }),
      items: z
        .array(
          z.strictObject({
            id: entryAnchor(),
            name: line(90),
            /** A line under the name. */
            subtitle: phrase(140).optional(),
            text: paragraph(600),
            points: z.array(phrase(140)).default([]),
            /** Specification 2, Intelligent Automation. */
            apart: z
              .strictObject({ label: line(60), points: z.array(phrase(160)).min(1) })
              .optional()
              .meta({ title: 'What sets us apart' }),
            /** Industry trends (Specification 2, Intelligent Automation). */
            trends: z.strictObject({ label: line(60), items: z.array(phrase(160)).min(1) }).optional(),
            image: describedImage().optional(),
          }),
        )
        .min(1),
      button: action().optional(),
    })
    .refine(
      ({ diagram, items }) => diagram !== 'arch' || (items.length >= archItems.min && items.length <= archItems.max),
      {
        error: `takes ${archItems.min} to ${archItems.max} entries under the arch; leave out "diagram" for another number`,
        path: ['items'],
      },
    ),
  /** The offices of `offices.yaml` as towers of one bridge, spans to scale (Specification 2, Contact Us). */
  z.strictObject({ type: z.literal('offices'), heading: line(80) }),
  /** A grid of linked company marks with separate orders for wide and narrow screens (Specification 2, Ventures). */
  z
    .strictObject({
      ...headed('portfolio'),
      text: paragraph().optional(),
      wide: z.array(logo()).min(1).meta({ title: 'On wide screens' }),
      narrow: z.array(logo()).min(1).meta({ title: 'On phones' }),
    })
    .superRefine(sameLogosAsWide('narrow')),
  /** Products with the figure each one claims (Specification 2, SpeedX Products). */
  z.strictObject({
    ...headed('products'),
    items: z
      .array(
        z.strictObject({
          id: entryAnchor(),
          name: line(40),
          /** A small mark beside the name, such as "Emerging". */
          label: line(24).optional(),
          summary: paragraph(300),
          text: paragraph(700).optional(),
          points: z.array(phrase(140)).default([]),
          /** The claim: a percentage and what it measures. */
          figure: z.strictObject({
            value: z.int().min(1).max(100).meta({ title: 'Percentage' }),
            measure: phrase(100),
          }),
        }),
      )
      .min(1),
    button: action().optional(),
  }),
  /** Flagship programs: one continuous bridge on the night band, a span for each (Specification 2, Home 4). */
  z.strictObject({
    type: z.literal('programs'),
    heading: line(80),
    items: z
      .array(
        z.strictObject({
          name: line(40),
          text: paragraph(300),
          loaded: z.boolean().default(false).meta({ title: 'Highlighted', description: 'Its span is in color.' }),
        }),
      )
      .min(2)
      .max(4),
    button: action().optional(),
  }),
  /** The place of another feature's part in a page. */
  z.strictObject({ type: z.literal('slot'), name: z.enum(slotNames) }).meta({ title: slotSectionTitle }),
  /** Rows of name, argument with its link, and bridge; each row's rule is the deck of its bridge (Specification 2, Home 3). */
  z.strictObject({
    ...headed('solutions'),
    items: z
      .array(z.strictObject({ name: line(60), text: paragraph(300), drawing: drawing(), action: action() }))
      .min(1),
  }),
  /** A statement on the left, its argument on the right. The first section of most pages, and any text between others. */
  z.strictObject({
    type: z.literal('statement'),
    anchor: anchor().optional(),
    ground: z.enum(['paper', 'sunk', 'night']).default('paper').meta({ title: 'Background' }),
    heading: phrase(140),
    lead: paragraph().optional(),
    paragraphs: z.array(paragraph()).default([]),
    points: z.array(phrase(160)).default([]),
    partner: partner().optional(),
    /** A line drawing or a plate under the statement. */
    drawing: drawing().optional(),
    image: describedImage().optional(),
    button: action().optional(),
    links: z.array(action()).max(3).default([]),
  }),
  /** Brief case stories: client, solution, measured result (Specification 2, Who We Are: Impact In Action). */
  z.strictObject({
    ...headed('stories'),
    items: z
      .array(
        z.strictObject({
          client: phrase(80),
          title: phrase(120),
          text: paragraph(500),
          /** The measured result: a formatted figure and its unit or subject. */
          figure: z.strictObject({ value: line(12), measure: phrase(90) }),
          to: link().optional(),
        }),
      )
      .min(1),
  }),
  /** The people of `people.yaml`, team by team, with bio panels (Specification 2, Who We Are: Team; Ruling 14). */
  z.strictObject({
    type: z.literal('team'),
    anchor: anchor().optional(),
    /** Teams in order, by their key in `people.yaml`. */
    teams: z
      .array(z.strictObject({ key: z.enum(['leadership', 'advisors']).meta({ title: 'Team' }), heading: line(60) }))
      .min(1),
    /** The invitation to apply, after the last card. */
    invitation: z.strictObject({ text: phrase(120), action: action() }).optional(),
  }),
  /** Lists of themes side by side (Specification 2, Ventures: fund thesis). */
  z.strictObject({
    ...headed('themes'),
    statement: phrase(160).optional(),
    groups: z
      .array(
        z.strictObject({
          name: line(60),
          items: z.array(z.strictObject({ name: line(80), text: paragraph(240).optional() })).min(1),
        }),
      )
      .min(1)
      .max(3),
  }),
  /** Value statements, with or without pictures (Who We Are: Why the company; Careers: life beyond the desk). */
  z.strictObject({
    ...headed('values'),
    statement: phrase(160).optional(),
    items: z
      .array(
        z.strictObject({
          name: line(60),
          text: paragraph(400),
          image: describedImage().optional(),
        }),
      )
      .min(2),
  }),
  /** A method in steps, drawn as spans of one bridge (Specification 2, Platform page: DART). */
  z.strictObject({
    ...headed('workflow'),
    text: paragraph().optional(),
    steps: z
      .array(
        z.strictObject({ name: line(30), text: paragraph(300).optional(), points: z.array(phrase(120)).min(3).max(4) }),
      )
      .min(2)
      .max(5),
    button: action().optional(),
  }),
]);
