import type { SectionOf } from '../../page.schema.ts';

/** A scene as the pictures of content/media/scenes are made, small: people as strokes on a deck. */
const scene = {
  src: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" fill="none" stroke="#0e1a1d" stroke-width="3"><path d="M40 430H760M160 430V330M300 430V310M440 430V340"/><path d="M580 430V290" stroke="#ec4c18" stroke-width="5"/></svg>',
  )}`,
  width: 800,
  height: 600,
};

export const examples: { name: string; section: SectionOf<'values'> }[] = [
  {
    name: 'without pictures',
    section: {
      type: 'values',
      heading: 'Why Spanwright',
      statement: 'What you can hold us to.',
      items: [
        {
          name: 'Certainty before speed',
          text: 'We test a thing until we know how it fails, and only then make it quick. In our experience that order is also the faster one.',
        },
        {
          name: 'Names on the drawing',
          text: 'Every system we hand over lists who designed it, who checked it and who to call. Those people still answer after the invoice is paid.',
        },
        {
          name: 'Figures as they are',
          text: 'Results are read from your data, over a stated period, and never rounded up. Where something did not work, the report says so on its first page.',
        },
        {
          name: 'People decide',
          text: "Agents prepare, propose and carry. Where a decision touches a person's care, money or work, a person makes it and can see why.",
        },
      ],
    },
  },
  {
    name: 'with pictures',
    section: {
      type: 'values',
      heading: 'Life beyond the desk',
      statement: 'How we treat the work and each other, on site and off it.',
      items: [
        {
          name: 'Take the lead',
          text: 'Whoever sees the problem first holds the pencil. Leads are named by the work in front of us.',
          image: { file: scene, alt: 'Four people on a deck, one of them taller.' },
        },
        {
          name: 'Move fast, learn faster',
          text: 'Release early, in a size that can be taken back. Each fortnight ends with a page on what we believed, what happened, and what we now do differently.',
          image: { file: scene, alt: 'Four people on a deck, one of them taller.' },
        },
        {
          name: 'Be fearless',
          text: 'Say that the load is wrong while it is still on paper.',
          image: { file: scene, alt: 'Four people on a deck, one of them taller.' },
        },
      ],
    },
  },
  {
    name: 'two values, long words, no statement',
    section: {
      type: 'values',
      anchor: 'values',
      heading: 'Grundsätze',
      items: [
        { name: 'Verantwortungsübernahmebereitschaft', text: 'Kurz.' },
        { name: 'Nachvollziehbarkeit', text: 'Ebenfalls kurz, doch lang genug für eine zweite Zeile auf dem Telefon.' },
      ],
    },
  },
];
