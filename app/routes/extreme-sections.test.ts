import { expect, test } from 'vitest';
import type { Section } from '../features/pages/page.schema.ts';
import { sectionSchema } from '../features/pages/sections.schema.ts';
import { extremesOf } from './extreme-sections.ts';

const item = { name: 'A name', text: 'A text.' };

test('derives the extremes that the schema of a section allows', () => {
  const ordinary: Section = {
    type: 'forces',
    anchor: 'why-now',
    heading: 'Why now',
    statement: 'A claim.',
    items: [item, item, item],
  };
  const extremes = extremesOf(ordinary);
  for (const { section } of extremes) expect(sectionSchema.parse(section)).toEqual(section);
  const [smallest, largest] = extremes.map(({ section }) => section);
  const short = { name: 'Short', text: 'Short' };
  expect(smallest).toEqual({ type: 'forces', heading: 'Short', statement: 'Short', items: [short, short] });
  expect(largest).toMatchObject({ anchor: 'why-now', items: { length: 4 } });
});

test('derives extreme figures, and keeps references', () => {
  const figure = { value: 40, measure: 'of it' };
  const products: Section = {
    type: 'products',
    heading: 'Products',
    items: [{ id: 'one', name: 'One', summary: 'A text.', points: ['A point'], figure }],
    button: { label: 'Contact us', to: '#contact' },
  };
  const [smallest, largest] = extremesOf(products).map(({ section }) => section);
  expect(smallest).toMatchObject({ items: [{ id: 'one', points: [], figure: { value: 1 } }] });
  expect(largest).toMatchObject({ items: [{ figure: { value: 100 } }], button: { to: '#contact' } });
});
