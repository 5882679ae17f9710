import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'solutions'> = ({ items }) => ({
  'one row of long words': {
    anchor: 'solutions',
    heading: 'A heading that fills the dimension line on a phone and then needs another line',
    items: items.slice(0, 1).map(({ drawing }) => ({
      name: 'Datenschutzgrundverordnungskonformitätsprüfung',
      text: 'Short.',
      drawing,
      action: { label: 'Unternehmenssicherheitsberatung anfragen', to: '#contact' },
    })),
  },
});
