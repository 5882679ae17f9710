import { describe, expect, test } from 'vitest';
import { buildSprite, readDrawing } from './sprite.ts';

const svg = (body: string, root = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"${root}>${body}</svg>`;

/** What of a drawing stands in a page; nothing if it is refused. */
function inlined(source: string): string {
  try {
    const { paint, body } = readDrawing(source);
    return paint + body;
  } catch {
    return '';
  }
}

describe('Nothing reaches a page of', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script with a prefix', svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>')],
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
    ['a foreign fill', svg('<path fill="url(https://evil.example/x.svg#y)"/>')],
    ['a URL that runs a script', svg('<use href="javascript:alert(1)"/>')],
    ['a URL in entities', svg('<use href="&#106;avascript:alert(1)"/>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    ['character data', svg('<desc><path><![CDATA[><script>alert(1)</script>]]></path></desc>')],
    ['an element that is not closed', svg('<path d="M0 0"')],
    ['a comment that hides its end', svg('<!-- --!><script>alert(1)</script>')],
    ['two roots', `${svg('')}${svg('')}<script/>`],
    ['a drawing without a viewBox', '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>'],
    ['an empty file', ''],
  ])('%s', (_, source) => {
    expect(inlined(source)).not.toMatch(
      /<script|alert\(1\)<|on\w+=|style|html|<p>|<(?:iframe|image|a|animate|set)|href|evil|<!/iu,
    );
  });
});

test('a drawing is parsed into its size, its paint and its shapes', () => {
  const source = `<?xml version="1.0"?>\n${svg('<path d="M0 15h40" class="deck"/><use href="#a"/>', ' fill="none" stroke-width="2"')}\n`;
  expect(readDrawing(source)).toEqual({
    viewBox: '0 0 40 30',
    width: 40,
    height: 30,
    paint: ' fill="none" stroke-width="2"',
    body: '<path d="M0 15h40" class="deck"/><use href="#a"/>',
  });
});

test('a sprite contains its drawings as symbols', () => {
  const drawing = readDrawing(svg('<path d="M0 0"/>', ' fill="currentColor"'));
  expect(buildSprite(new Map([['keel', drawing]]))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="keel" viewBox="0 0 40 30" fill="currentColor"><path d="M0 0"/></symbol></svg>',
  );
});
