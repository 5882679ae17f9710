import type { SectionOf } from '../../page.schema.ts';

/** A truss on its deck, as the drawings of content/media/drawings are made: 320 × 88, the deck at 62. */
const truss =
  '<svg viewBox="0 0 320 88" fill="none" stroke="currentColor"><path d="M0 62H320" stroke-width="2" class="deck"/><path d="M25 26H295" stroke-width="2"/><path d="M10 62L25 26L40 62M40 62L55 26L70 62M70 62L85 26L100 62M100 62L115 26L130 62M130 62L145 26L160 62M160 62L175 26L190 62M220 62L235 26L250 62M250 62L265 26L280 62M280 62L295 26L310 62" stroke-width="1.25"/><path d="M190 62L205 26L220 62" stroke-width="1.6" class="hot"/><path d="M70 62V84M250 62V84" stroke-width="2"/></svg>';

export const examples: { name: string; section: SectionOf<'solutions'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'solutions',
      heading: 'Solutions',
      items: [
        {
          name: 'Consulting & Strategy',
          text: 'Where to place the towers. We choose the few AI bets that carry the business, price them, and put dates on them.',
          drawing: truss,
          action: { label: 'Rethink growth', to: '/consulting-and-strategy' },
        },
        {
          name: 'Data & Artificial Intelligence',
          text: 'Every member carries load. Pipelines, models and operations built so that one answer can be traced to its source.',
          drawing: truss,
          action: { label: 'Unleash data', to: '/data-and-ai' },
        },
      ],
    },
  },
  {
    name: 'one row of long words',
    section: {
      type: 'solutions',
      anchor: 'solutions',
      heading: 'A heading that fills the dimension line on a phone and then needs another line',
      items: [
        {
          name: 'Datenschutzgrundverordnungskonformitätsprüfung',
          text: 'Short.',
          drawing: truss,
          action: { label: 'Unternehmenssicherheitsberatung anfragen', to: '#contact' },
        },
      ],
    },
  },
];
