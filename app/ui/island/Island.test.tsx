import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Island, maxPropsLength } from './Island.tsx';

/** Returns the values of an attribute, in document order. */
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'gu'))].map(([, value = '']) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

describe('An island', () => {
  test('has attributes for its name, its wake time and its props, as JSON', () => {
    const html = renderToStaticMarkup(
      <>
        <Island name="box" wake="near" props={{ value: 'one' }}>
          <b>two</b>
        </Island>
        <Island name="word" wake="idle" as="span" />
      </>,
    );
    expect(attributes(html, 'data-island')).toEqual(['box', 'word']);
    expect(attributes(html, 'data-wake')).toEqual(['near', 'idle']);
    expect(attributes(html, 'data-props').map((props) => JSON.parse(props))).toEqual([{ value: 'one' }, {}]);
    expect(html).toMatch(/<div [^>]*data-island="box"[^>]*><b>two<\/b><\/div><span [^>]*data-island="word"/u);
  });

  test('has an attribute for the media under which its script is needed, if there is one', () => {
    const html = renderToStaticMarkup(
      <>
        <Island name="wide" wake="near" media="(min-width: 992px)" />
        <Island name="any" wake="near" />
      </>,
    );
    expect(attributes(html, 'data-media')).toEqual(['(min-width: 992px)']);
  });

  test.each(['"><script>alert(1)</script>', '&quot;', "$& $' $1", '</script>', '\u2028'])(
    'carries any text: %j',
    (text) => {
      const html = renderToStaticMarkup(<Island name="word" wake="idle" props={{ text }} />);
      expect(JSON.parse(attributes(html, 'data-props')[0] ?? '')).toEqual({ text });
      expect(html).not.toContain('<script');
    },
  );
});

describe('Props of an island, in development', () => {
  const render = (value: unknown) => () => renderToStaticMarkup(<Island name="box" wake="near" props={{ value }} />);
  const length = (value: string) => JSON.stringify({ value }).length;

  test('have a maximum size', () => {
    const fits = 'x'.repeat(maxPropsLength - length(''));
    expect(length(fits)).toBe(maxPropsLength);
    expect(render(fits)).not.toThrow();
    expect(render(`${fits}x`)).toThrow(`island "box" have ${maxPropsLength + 1} characters; at most ${maxPropsLength}`);
  });

  test.each([
    ['a text', 'text'],
    ['null', null],
    ['nothing', undefined],
    ['a list', [1, 'two', [true]]],
    ['an object', { a: { b: 1 }, c: undefined }],
  ])('may be %s', (_, value) => {
    expect(render(value)).not.toThrow();
  });

  test.each([
    ['a function', () => {}, 'box.value'],
    ['a date', new Date(0), 'box.value'],
    ['a map', { a: new Map([[1, 2]]) }, 'box.value.a'],
    ['no number', [1, Number.NaN], 'box.value.1'],
    ['a list with a gap', ['a', undefined], 'box.value.1'],
    ['an element', <b key="b">b</b>, 'box.value'],
  ])('may not be %s', (_, value, path) => {
    expect(render(value)).toThrow(path);
  });
});
