import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'forces'> = {
  'four forces, long words, unequal texts': {
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
  'two forces': {
    heading: 'Why Now',
    statement: 'Two loads.',
    items: [
      { name: 'One', text: 'Short.' },
      { name: 'Two', text: 'Short.' },
    ],
  },
};
