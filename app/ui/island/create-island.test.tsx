import { useId } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createIsland, maxPropsLength, ScriptIsland } from './create-island.tsx';
import { renderDocument } from './render-document.server.tsx';

function Box({ value }: { value?: unknown }) {
  const id = useId();
  return (
    <section>
      <button type="button" id={id}>
        {typeof value === 'string' ? value : 'none'}
      </button>
    </section>
  );
}

const NearBox = createIsland('box', Box, { wake: 'near' });
const IdleWord = createIsland('word', ({ text }: { text: string }) => <b>{text}</b>, { wake: 'idle' });

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
    const html = renderDocument(
      <p>
        <NearBox value="one" />
        <IdleWord text="two" />
      </p>,
    );
    expect(attributes(html, 'data-island')).toEqual(['box', 'word']);
    expect(attributes(html, 'data-wake')).toEqual(['near', 'idle']);
    expect(attributes(html, 'data-props').map((props) => JSON.parse(props))).toEqual([
      { value: 'one' },
      { text: 'two' },
    ]);
    expect(html).toMatch(/<div [^>]*data-island="word"/u);
    expect(html).toContain('<b>two</b>');
  });

  test('has an attribute for the media under which its script is needed, if there is one', () => {
    const html = renderDocument(
      <>
        <ScriptIsland name="wide" wake="near" media="(min-width: 992px)" />
        <ScriptIsland name="any" wake="near" />
      </>,
    );
    expect(attributes(html, 'data-media')).toEqual(['(min-width: 992px)']);
  });

  test.each(['"><script>alert(1)</script>', '&quot;', "$& $' $1", '</script>', '\u2028'])(
    'carries any text: %j',
    (text) => {
      const html = renderDocument(<IdleWord text={text} />);
      expect(JSON.parse(attributes(html, 'data-props')[0] ?? '')).toEqual({ text });
      expect(html).not.toContain('<script');
      expect(html).toContain(renderToStaticMarkup(<b>{text}</b>));
    },
  );

  test('has a unique id and unique inner ids, however many islands there are', () => {
    const html = renderDocument(
      <>
        <ScriptIsland name="script" wake="idle">
          <NearBox />
        </ScriptIsland>
        <NearBox />
        <Box />
      </>,
    );
    const roots = attributes(html, 'data-root');
    expect(roots).toHaveLength(2);
    expect(new Set(roots).size).toBe(2);
    const ids = attributes(html, 'id');
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    for (const root of roots) expect(ids).toContainEqual(expect.stringContaining(`${root}-`));
  });

  test('has the same ids in each rendering, and no leftover marks', () => {
    const render = () =>
      renderDocument(
        <ScriptIsland name="script" wake="idle">
          <IdleWord text="in it" />
        </ScriptIsland>,
      );
    expect(render()).toBe(render());
    expect(render()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/u);
  });

  test('is only its content without a document renderer', () => {
    expect(renderToStaticMarkup(<IdleWord text="two" />)).toBe('<b>two</b>');
  });
});

describe('Props of an island, in development', () => {
  const render = (value: unknown) => () => renderDocument(<NearBox value={value} />);
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

  test('of a script island have the same limits', () => {
    const script = (props: object) => () => renderDocument(<ScriptIsland name="script" wake="idle" props={props} />);
    expect(script({ label: 'text' })).not.toThrow();
    expect(script({ on: () => {} })).toThrow('script.on');
  });
});
