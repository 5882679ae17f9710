import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LogoCarousel } from './LogoCarousel.tsx';

const logos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `mark-${index}`,
    name: `Mark ${index}`,
    symbol: `/media/logos/sprite.svg#mark-${index}`,
    width: 40,
    height: 10,
  }));

const render = (count: number) =>
  renderToStaticMarkup(<LogoCarousel section={{ type: 'logo-carousel', heading: 'With us', logos: logos(count) }} />);

test.each([1, 2, 3, 4])('%i marks, all in view, do not move', (count) => {
  const html = render(count);
  expect(html.match(/<li/gu)).toHaveLength(count);
  expect(html).not.toContain('data-island');
});

test.each([5, 12, 40])('%i marks are slides of a moving row', (count) => {
  const html = render(count);
  expect(html).toContain('data-island');
  expect(html.match(/aria-roledescription="slide"/gu)).toHaveLength(count);
});
