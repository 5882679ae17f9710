import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Island } from './Island.tsx';

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
