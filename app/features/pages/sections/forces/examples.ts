import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'forces'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'forces',
      heading: 'Why Now',
      statement: 'The loads are arriving together.',
      items: [
        {
          name: 'Models that act',
          text: 'Software can now read a case, plan the steps and take them. That moves the risk from a wrong sentence to a wrong deed, so permissions and brakes have become the product.',
        },
        {
          name: 'Rules with dates',
          text: 'Supervisors no longer ask whether you have principles. They ask which version of which policy allowed this decision, and by when you can show it.',
        },
        {
          name: 'Costs that scale with use',
          text: 'A pilot costs what it costs. A system in production costs by the token, the call and the exception, and the curve has to be drawn before the crowd is let on.',
        },
      ],
    },
  },
  {
    name: 'four forces, long words, unequal texts',
    section: {
      type: 'forces',
      anchor: 'why-now',
      heading: 'Weshalb gerade jetzt',
      statement: 'Die Anforderungen der Datenschutzgrundverordnung und der Aufsichtsbehörden treffen gleichzeitig ein.',
      items: [
        { name: 'Rechtsvorschriften', text: 'Kurz.' },
        {
          name: 'Automatisierungsentscheidungen',
          text: 'Ein längerer Text, der in einer schmalen Spalte viele Zeilen braucht, damit zu sehen ist, wie die Pfeile auf demselben Balken enden, auch wenn die Texte verschieden lang sind.',
        },
        { name: 'Kosten', text: 'Kurz.' },
        { name: 'Fachkräfte', text: 'Mittellang, zwei oder drei Zeilen.' },
      ],
    },
  },
  {
    name: 'two forces',
    section: {
      type: 'forces',
      heading: 'Why Now',
      statement: 'Two loads.',
      items: [
        { name: 'One', text: 'Short.' },
        { name: 'Two', text: 'Short.' },
      ],
    },
  },
];
