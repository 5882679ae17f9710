import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Picture } from './Picture.tsx';

const drawing = { src: '/media/plates/one.abc.svg', width: 800, height: 500 };
const photograph = {
  src: '/media/site.abc-1080.jpg',
  width: 4000,
  height: 3000,
  opaque: true,
  variants: { stem: '/media/site.abc', widths: [400, 720] },
  placeholder: Array.from({ length: 12 }, (_, index) => `#0000${(index + 10).toString(16).padStart(2, '0')}`),
};

describe('A picture', () => {
  test('has sources in AVIF and WebP in each width, and a fallback', () => {
    const html = renderToStaticMarkup(<Picture image={photograph} alt="A pier at low water" size="half" />);
    expect(html).toContain(
      '<source type="image/avif" srcSet="/media/site.abc-400.avif 400w, /media/site.abc-720.avif 720w" sizes="auto, (min-width: 992px) 48vw, 92vw"/>',
    );
    expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('image/webp'));
    expect(html).toMatch(
      /<img[^>]* src="\/media\/site\.abc-1080\.jpg" alt="A pier at low water" width="4000" height="3000" loading="lazy"/u,
    );
  });

  test('above the fold is fetched first', () => {
    const html = renderToStaticMarkup(<Picture image={photograph} alt="" size="banner" eager />);
    expect(html).toMatch(/loading="eager"[^>]*fetchPriority="high"/iu);
    expect(html).toContain('sizes="(min-width: 992px) 54vw, 92vw"');
  });

  test('shows its colours until it has loaded, without inline styles', () => {
    const html = renderToStaticMarkup(<Picture image={photograph} alt="" size="half" />);
    expect(html.match(/<rect /gu)).toHaveLength(12);
    expect(html).toContain('<rect x="3" y="2" width="1" height="1" fill="#000015">');
    expect(html).not.toContain('style=');
  });

  test('that is a drawing is one file', () => {
    const html = renderToStaticMarkup(<Picture image={drawing} alt="" size="third" />);
    expect(html).not.toMatch(/<source|<svg|<span/u);
    expect(html).toContain('src="/media/plates/one.abc.svg"');
  });
});
