import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { picturesIn, placePictures, withoutVariants } from './text-pictures.ts';

const photograph = {
  src: '/media/site.abc-1080.jpg',
  width: 4000,
  height: 3000,
  opaque: true,
  variants: { stem: '/media/site.abc', widths: [400, 720] },
  placeholder: Array.from({ length: 12 }, () => '#336699'),
};
const drawing = { src: '/media/plan.svg', width: 40, height: 30 };
const find = (path: string) => ({ 'a b.jpg': photograph, 'plan.svg': drawing })[decodeURIComponent(path)];
const place = (markdown: string) => placePictures(renderMarkdown(markdown), find);

test('a separate picture is a figure in every format and width, with its title as the caption', () => {
  const html = place(`![A "pier" & more](<a b.jpg> "The pier's *low* water")`);
  expect(html).toMatch(/^<figure><span class="place"><svg viewBox="0 0 4000 3000"/u);
  expect(html).toContain(
    '<source type="image/avif" srcset="/media/site.abc-400.avif 400w, /media/site.abc-720.avif 720w" sizes="auto, (min-width: 992px) 45rem, 92vw">',
  );
  expect(html).toContain(
    '<img src="/media/site.abc-1080.jpg" alt="A &quot;pier&quot; &amp; more" width="4000" height="3000" loading="lazy" decoding="async">',
  );
  expect(html).toMatch(/<figcaption>The pier’s \*low\* water<\/figcaption><\/figure>$/u);
  expect(html.match(/<rect /gu)).toHaveLength(12);
  expect(html).not.toContain('style=');
});

test('several pictures in one paragraph are a gallery, one within text stays there', () => {
  expect(place('![A](plan.svg)\n![B](plan.svg "C")')).toMatch(
    /^<div class="gallery"><figure><picture><img src="\/media\/plan.svg" alt="A" class="drawing" .*<\/figure><figure>.*<figcaption>C<\/figcaption><\/figure><\/div>$/u,
  );
  expect(place('See ![A](plan.svg "T") here.')).toMatch(
    /^<p>See <picture><img src="\/media\/plan.svg" alt="A" title="T" .*<\/picture> here.<\/p>$/u,
  );
});

test('pictures in HTML are replaced too, and lose other attributes', () => {
  expect(place('<figure><img class="x" alt="A" width="3" src="plan.svg"><figcaption>By Bo</figcaption></figure>')).toBe(
    '<figure><picture><img src="/media/plan.svg" alt="A" class="drawing" width="40" height="30" loading="lazy" decoding="async"></picture><figcaption>By Bo</figcaption></figure>',
  );
});

test('an unknown picture is replaced by its description', () => {
  expect(place('![B < c](gone.png)')).toBe('<figure>B &lt; c</figure>');
});

test('feeds and other systems get one file of each picture', () => {
  expect(withoutVariants(place('![A](<a b.jpg>)\n\n![B](plan.svg)'))).toBe(
    '<figure><img src="/media/site.abc-1080.jpg" alt="A" width="4000" height="3000" loading="lazy" decoding="async"></figure>\n<figure><img src="/media/plan.svg" alt="B" class="drawing" width="40" height="30" loading="lazy" decoding="async"></figure>',
  );
});

test('pictures are found by their URLs, with any characters', () => {
  expect(picturesIn(renderMarkdown('![A > "b"](https://a.example/a.png?x=1&y=2 "T") ![](b%20c.png)'))).toEqual([
    'https://a.example/a.png?x=1&y=2',
    'b%20c.png',
  ]);
});
