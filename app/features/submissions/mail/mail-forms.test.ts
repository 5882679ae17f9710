import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { darkColours, lightColours } from '../../../shared/palette.ts';
import { testLetterhead } from '../submissions.fixture.ts';
import type { MailBody } from './mail-body.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

/** A mail with one of each block, whose text contains markup. */
const body: MailBody = {
  preheader: 'Beside <the> subject',
  heading: 'A heading & more',
  blocks: [
    { type: 'paragraph', text: `One ${'sentence '.repeat(20).trim()}.` },
    { type: 'reference', fact: { label: 'Reference', value: '20260301-7k3f9q2xwd' } },
    {
      type: 'facts',
      facts: [
        { label: 'Name', value: 'Ada "Countess" <b>Lovelace</b>' },
        { label: 'Position', value: `a${'\u0000'}b\tc` },
      ],
    },
    { type: 'steps', heading: 'What happens', steps: ['It is read.', 'It is answered.'] },
    { type: 'quote', text: '<script>alert(1)</script>\r\n\r\n  <img src=x onerror=alert(1)>\n&lt;' },
  ],
  footnotes: ['A </style> note'],
};

describe('a mail as plain text', () => {
  const text = mailText(body);

  test('contains all blocks in order and ends with a signature', () => {
    expect(text).toMatch(/^A heading & more\n\nOne sentence/u);
    expect(text).toContain('\n\nReference: 20260301-7k3f9q2xwd\n\n');
    expect(text).toContain('Name:     Ada "Countess" <b>Lovelace</b>\nPosition: ');
    expect(text).toContain('What happens\n1. It is read.\n2. It is answered.\n\n');
    expect(text).toMatch(/\n\n-- \nA <\/style> note\n$/u);
  });

  test('replaces control characters except tabs and line breaks', () => {
    const quote = (quoted: string) => mailText({ ...body, blocks: [{ type: 'quote', text: quoted }] });
    expect(text).toContain('a\u{fffd}b\tc');
    expect(quote('\u001b]0;a\u0007\u009b31m\r\nb')).toContain('\n\n\u{fffd}]0;a\u{fffd}\u{fffd}31m\r\nb\n\n');
  });

  test('wraps our lines and preserves the lines of a visitor', () => {
    const long = 'word '.repeat(60).trim();
    const lines = mailText({
      ...body,
      blocks: [
        { type: 'paragraph', text: long },
        { type: 'steps', heading: 'Then', steps: [long] },
        { type: 'quote', text: long },
      ],
    }).split('\n');
    expect(lines.filter((line) => line.length > 76)).toEqual([long]);
    expect(lines.join(' ').match(/word/gu)).toHaveLength(180);
  });
});

describe('a mail as HTML', () => {
  const html = mailHtml('A subject', body, testLetterhead);

  test('is well formed', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      // Attributes that mail programs need in place of style sheets.
      rules: {
        'no-inline-style': 'off',
        'no-deprecated-attr': 'off',
        'no-conditional-comment': 'off',
        'prefer-tbody': 'off',
      },
    });
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
    ).toEqual([]);
  });

  test('shows input as text', () => {
    expect(html).toContain('Ada &quot;Countess&quot; &lt;b&gt;Lovelace&lt;/b&gt;');
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;<br><br>  &lt;img src=x onerror=alert(1)&gt;<br>&amp;lt;',
    );
    expect(html).toContain('a\u{fffd}b c');
    expect(html).not.toMatch(/<script|<img|<b>/u);
  });

  test('requests nothing from the network', () => {
    const tags = html.match(/<[^>]*>/gu)?.join('\n') ?? '';
    expect(tags).not.toMatch(/\b(?:src|srcset|background|data|action)=|<(?:img|link|form|iframe|object|script|svg)/iu);
    expect(html).not.toMatch(/url\(|@import|@font-face/u);
    expect([...html.matchAll(/https?:[^\s"<]+/gu)].map(([address]) => address)).toEqual([testLetterhead.siteUrl]);
  });

  test('has the colours of both schemes, without transparency in hairlines', () => {
    const colours = new Set(html.match(/#[0-9a-f]{6}\b/gu));
    for (const colour of [lightColours.paper, darkColours.paper, lightColours.paint, '#bdc2bf', '#3a4446'])
      expect(colours).toContain(colour);
    expect(html).not.toMatch(/#[0-9a-f]{8}\b/u);
  });
});
