import { describe, expect, test } from 'vitest';
import type { ContentProblem } from '../content/problem.ts';
import { buildSprite, readDrawing, readMarks } from './sprite.ts';

const svg = (body: string, root = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"${root}>${body}</svg>`;

describe('A drawing is refused that contains', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script with a prefix', svg('<svg:script>alert(1)</svg:script>')],
    ['a handler', svg('<path d="M0 0" onclick="alert(1)"/>')],
    ['a handler on its root', svg('', ' onload="alert(1)"')],
    ['a handler after a slash', svg('<path/onload="alert(1)"/>')],
    ['a handler without quotes', svg('<path onload=alert(1) />')],
    ['a style element', svg('<style>path{fill:red}</style>')],
    ['a style attribute', svg('<path style="fill:red"/>')],
    ['HTML', svg('<foreignObject><p>x</p></foreignObject>')],
    ['a frame', svg('<iframe src="#x"></iframe>')],
    ['a picture', svg('<image href="#x"/>')],
    ['a link', svg('<a href="#x"><path/></a>')],
    ['an animation', svg('<animate attributeName="href" values="javascript:alert(1)"/>')],
    ['a setter', svg('<set attributeName="onclick" to="alert(1)"/>')],
    ['a foreign address', svg('<use href="https://evil.example/x.svg#y"/>')],
    ['a foreign URL with a prefix', svg('<use xlink:href="//evil.example/x.svg#y"/>')],
    ['a foreign URL without quotes', svg('<use href=//evil.example/x.svg#y />')],
    ['a foreign fill', svg('<path fill="url(https://evil.example/x.svg#y)"/>')],
    ['a URL that runs a script', svg('<use href="javascript:alert(1)"/>')],
    ['a value in entities', svg('<use href="&#35;x" id="&lt;"/>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    ['character data', svg('<![CDATA[<script>alert(1)</script>]]>')],
    ['an element that is not closed', svg('<path d="M0 0"')],
    ['a comment that hides its end', svg('<!-- --!><script>alert(1)</script>')],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>'],
    ['two roots', `${svg('')}${svg('')}<script/>`],
    ['nothing', ''],
  ])('%s', (_, source) => {
    expect(readDrawing(source)).toBeUndefined();
  });
});

test('a drawing is parsed into its size, its paint and its shapes', () => {
  const source = `<?xml version="1.0"?>\n<!-- by hand -->\n${svg('<!-- deck --><path d="M0 15h40" class="deck"/><use href="#a"/>', ' fill="none" stroke-width="2"')}\n`;
  expect(readDrawing(source)).toEqual({
    viewBox: '0 0 40 30',
    width: 40,
    height: 30,
    paint: ' fill="none" stroke-width="2"',
    body: '<path d="M0 15h40" class="deck"/><use href="#a"/>',
  });
});

test('a sprite contains the marks of a page, and the file of an invalid mark is reported', () => {
  const problems: ContentProblem[] = [];
  const mark = (id: string, body: string) => ({
    id,
    file: `media/logos/${id}.svg`,
    source: svg(body, ' fill="currentColor"'),
  });
  const marks = readMarks(
    [mark('keel', '<path d="M0 0"/>'), mark('mast', '<script/>'), mark('rudder', '<path d="M1 1"/>')],
    problems,
  );
  expect([...marks].map(([id, { width, height }]) => [id, width, height])).toEqual([
    ['keel', 40, 30],
    ['rudder', 40, 30],
  ]);
  expect(buildSprite(marks, ['keel', 'mast'])).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="keel" viewBox="0 0 40 30" fill="currentColor"><path d="M0 0"/></symbol></svg>',
  );
  expect(problems).toMatchObject([{ file: 'media/logos/mast.svg' }]);
});
