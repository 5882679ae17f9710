import { type Markup, markup } from '../../../shared/markup.ts';
import { blend, type ColourRole, darkColours, lightColours } from '../../../shared/palette.ts';
import type { Letterhead } from './letterhead.ts';
import type { Fact, MailBlock, MailBody } from './mail-body.ts';

/** The colours of one scheme. Mail programs support neither custom properties nor transparency. */
const coloursOf = (roles: Readonly<Record<ColourRole, string>>) => ({
  paper: roles.paper,
  sunk: roles['paper-sunk'],
  ink: roles.ink,
  soft: roles['ink-soft'],
  rule: blend(roles.rule, roles.paper),
  strait: roles.strait,
});
const light = coloursOf(lightColours);
const dark = coloursOf({ ...lightColours, ...darkColours });
/** Colours that both schemes share. */
const both = {
  paint: lightColours.paint,
  onPaint: lightColours['on-paint'],
  onStrait: lightColours['on-strait'],
  onStraitSoft: lightColours['on-strait-soft'],
};

/** Pixels: the width of the reading pane beside the list of mails in a wide window. */
const columnWidth = 600;

/** No web font: the mail requests nothing, and few programs would load one. */
const family = `font-family:'Archivo',Arial,'Helvetica Neue',Helvetica,sans-serif;`;
const type = {
  first: `${family}font-size:32px;line-height:36px;font-weight:600;font-stretch:114%;letter-spacing:-0.02em;`,
  second: `${family}font-size:20px;line-height:26px;font-weight:600;font-stretch:114%;letter-spacing:-0.02em;`,
  body: `${family}font-size:17px;line-height:26px;`,
  small: `${family}font-size:15px;line-height:22px;`,
} as const;

const inInk = `color:${light.ink};`;
const ruled = `border-top:1px solid ${light.rule};padding-top:10px;padding-bottom:10px;`;
/** For programs that support it: no last line of one short word, no date in two lines. */
const balanced = 'text-wrap:balance;';
/** Long addresses and references break before they widen the mail. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word;';
/** A cell that draws a line: its height does not depend on the font. */
const drawn = 'font-size:0;line-height:0;mso-line-height-rule:exactly;';

/** Override the inline styles in the dark scheme; programs without support for them use the inline styles. */
const darkRules = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; }
  .sunk { background: ${dark.sunk} !important; }
  .strait { background: ${dark.strait} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .rule { border-color: ${dark.rule} !important; }
  .tower { background: ${dark.ink} !important; }
}
`;

/**
 * Renders a mail as an HTML document of tables and inline styles, which every mail program displays (Outlook uses Word).
 * Readable from 320 px, in both colour schemes, without external resources or scripts.
 */
export function mailHtml(subject: string, body: MailBody, letterhead: Letterhead): string {
  const { siteUrl, company, legalName, address } = letterhead;
  const document = markup`<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
<style>${{ source: darkRules }}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${visible(body.preheader)}</div>
${band('paper', light.paper)}
<tr><td align="center" style="padding:28px 20px 44px">${column(markup`
<tr><td style="padding-bottom:32px">${brand(company)}</td></tr>
<tr><td style="padding-bottom:24px"><h1 class="ink" style="${type.first}${inInk}${balanced}margin:0">${body.heading}</h1></td></tr>
${body.blocks.map((block) => markup`<tr>${blockCell(block)}</tr>\n${gap}`)}`)}
</td></tr>
</table>
${band('strait', light.strait)}
<tr>${line('paint', both.paint, 'height="4"')}</tr>
<tr><td align="center" style="padding:28px 20px 36px">${column(markup`
${body.footnotes.map(
  (
    note,
  ) => markup`<tr><td style="${type.small}${breaking}${balanced}color:${both.onStrait};padding-bottom:8px">${note}</td></tr>
`,
)}
<tr><td style="${type.small}color:${both.onStraitSoft};padding-top:16px">${legalName}<br>${address}<br>
<a href="${siteUrl}" style="color:${both.onStrait}">${new URL(siteUrl).host}</a></td></tr>`)}
</td></tr>
</table>
</body>
</html>
`;
  return document.source;
}

/** A layout table, which screen readers do not announce as a table. */
const layout = { source: '<table role="presentation" cellpadding="0" cellspacing="0" border="0"' };

/** Opens a full-width table with its own background. */
const band = (name: string, colour: string) =>
  markup`${layout} class="${name}" width="100%" bgcolor="${colour}" style="background:${colour}">`;

/** A cell without text, of one colour. */
const line = (name: string, colour: string, size: string) =>
  markup`<td class="${name}" ${{ source: size }} bgcolor="${colour}" style="${drawn}background:${colour}">&nbsp;</td>`;

/** Space between blocks. */
const gap = markup`<tr><td height="28" style="${drawn}">&nbsp;</td></tr>
`;

/** Centres rows in the window. Outlook ignores `max-width` and gets a fixed width. */
function column(rows: Markup): Markup {
  return markup`
<!--[if mso]>${layout} width="${columnWidth}"><tr><td><![endif]-->
${layout} width="100%" style="max-width:${columnWidth}px;text-align:left">${rows}
</table>
<!--[if mso]></td></tr></table><![endif]-->`;
}

/** Renders the company's mark, two towers and a painted deck drawn with cells, and its name. */
function brand(company: string): Markup {
  const space = (width: number) => markup`<td width="${width}" style="${drawn}">&nbsp;</td>`;
  const towers = (height: number) => {
    const tower = line('tower', light.ink, `width="3" height="${height}"`);
    return markup`<tr>${space(7)}${tower}${space(18)}${tower}${space(7)}</tr>`;
  };
  return markup`${layout}><tr>
<td aria-hidden="true" valign="middle">${layout} width="38">
${towers(14)}
<tr>${line('paint', both.paint, 'colspan="5" height="3"')}</tr>
${towers(6)}
</table></td>
<td class="ink" valign="middle" style="${type.second}${inInk}padding-left:11px">${company}</td>
</tr></table>`;
}

function blockCell(block: MailBlock): Markup {
  switch (block.type) {
    case 'paragraph':
      return markup`<td class="ink" style="${type.body}${inInk}">${block.text}</td>`;
    case 'quote':
      return markup`<td class="sunk" bgcolor="${light.sunk}" style="background:${light.sunk};padding:20px">
<div class="ink" dir="auto" style="${type.body}${inInk}${breaking}white-space:pre-wrap;unicode-bidi:plaintext">${withBreaks(block.text)}</div></td>`;
    case 'reference':
      return markup`<td class="paint" bgcolor="${both.paint}" style="background:${both.paint};padding:16px 20px 18px">
<div style="${type.small}color:${both.onPaint}">${block.fact.label}</div>
<div style="${type.second}${breaking}color:${both.onPaint}">${block.fact.value}</div></td>`;
    case 'facts':
      return markup`<td>${layout} width="100%">
${block.facts.map(factRow)}</table></td>`;
    case 'steps':
      return markup`<td><h2 class="ink" style="${type.second}${inInk}margin:0 0 14px">${block.heading}</h2>
${layout} width="100%">
${block.steps.map(stepRow)}</table></td>`;
  }
}

const factRow = ({ label, value }: Fact) => markup`<tr>
<td class="soft rule" width="112" valign="top" style="${type.small}line-height:26px;padding-right:16px;${ruled}color:${light.soft}">${label}</td>
<td class="ink rule" dir="auto" valign="top" style="${type.body}${inInk}${ruled}${breaking}">${visible(value)}</td>
</tr>
`;

const stepRow = (step: string, index: number) => markup`<tr>
<td class="ink rule" width="32" valign="top" style="${type.body}font-weight:600;${inInk}${ruled}">${index + 1}</td>
<td class="ink rule" valign="top" style="${type.body}${inInk}${ruled}${breaking}">${step}</td>
</tr>
`;

/** Puts text on one line and replaces the control characters that HTML does not allow (13.2.3.5). */
const visible = (text: string) => text.replace(/[\t\r\n]+/gu, ' ').replace(/\p{Cc}/gu, '\u{fffd}');

/** Separates a visitor's lines by `<br>`: Outlook ignores other line breaks. */
const withBreaks = (text: string): readonly Markup[] =>
  text.split(/\r\n|\r|\n/u).map((line, index) => markup`${index > 0 ? { source: '<br>' } : ''}${visible(line)}`);
