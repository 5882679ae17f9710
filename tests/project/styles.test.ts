import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixedColours, lightColours } from '../../app/shared/palette.ts';
import { filesMatching, readText } from './sources.ts';

// Components name colours, widths of the window and times by their roles (app/shared/palette.ts,
// app/shared/breakpoints.ts, app/styles/tokens.css).

const sheets = filesMatching('app/**/*.css').filter(
  (file) => file !== 'app/styles/tokens.css' && !file.startsWith('app/editor/'),
);

/** Lines of stylesheets that match, comments set aside. */
function linesWith(pattern: RegExp, files = sheets): string[] {
  expect(files.length).toBeGreaterThan(80);
  return files.flatMap((file) =>
    withoutComments(readText(file))
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//gu, (comment) => comment.replace(/[^\n]/gu, ''));

describe('A stylesheet', () => {
  test('takes its colours from the palette', () => {
    const literal = /#[\da-f]{3,8}\b(?!.*\{)|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/iu;
    expect(linesWith(literal)).toEqual([]);
  });

  test('names the widths of the window and of the page', () => {
    expect(linesWith(/@(?:media|container page)\b.*(?:width|inline-size)\b/u)).toEqual([]);
  });

  test('takes times and curves from the tokens', () => {
    expect(linesWith(/^(?! *--).*(?<![\w.-])(?!0m?s)\d[\d.]*m?s\b|cubic-bezier\(/u)).toEqual([]);
  });

  test('gives text room at its beginning and end, which a translation into Arabic exchanges, not at left and right', () => {
    const value = String.raw`(?:[^\s();]|\((?:[^()]|\([^()]*\))*\))+`;
    const uneven = new RegExp(`\\b(?:padding|margin): ${value} (${value}) ${value} (?!\\1;)${value};`, 'u');
    expect(linesWith(uneven)).toEqual([]);
    expect(linesWith(/\b(?:padding|margin)-(?:left|right):/u)).toEqual([]);
  });

  test('uses no custom property that nothing defines, and the tokens define none that nothing uses', () => {
    const tokens = readText('app/styles/tokens.css');
    const roles = Object.keys(lightColours);
    const files = filesMatching('app/**/*.{css,ts,tsx}');
    const all = files.map(readText).join('\n');
    const uses = files.flatMap((file) =>
      Array.from(readText(file).matchAll(/var\((--[\w-]+)/gu), ([, name]) => ({ file, name })),
    );
    const used = new Set(uses.map(({ name }) => name));
    const defined = new Set([
      ...[...all.matchAll(/(--[\w-]+)(?::|['"])/gu)].map(([, name]) => name),
      ...roles.map((role) => `--${role}`),
    ]);
    expect(uses.filter(({ name }) => !defined.has(name))).toEqual([]);
    const offered = [...tokens.matchAll(/^ +(--[\w-]+):/gmu)].map(([, name]) => name);
    expect([...offered, ...roles.map((role) => `--${role}`)].filter((name) => !used.has(name))).toEqual([]);
    expect(Object.keys(fixedColours).filter((role) => !all.includes(`palette(${role})`))).toEqual([]);
  });
});

test('code names no class that its stylesheet lacks', () => {
  const lacking = filesMatching('app/**/*.{ts,tsx}').flatMap((file) => {
    const code = readText(file);
    return [...code.matchAll(/^import (\w+) from '(\S+\.module\.css)';$/gmu)].flatMap(([, name, path = '']) => {
      const css = readText(path.startsWith('/') ? path.slice(1) : join(dirname(file), path));
      const defined = new Set(Array.from(withoutComments(css).matchAll(/\.(\w+)/gu), ([, found]) => found));
      return Array.from(code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'gu')), ([, found]) => found)
        .filter((found) => !defined.has(found))
        .map((found) => `${file}: ${name}.${found}`);
    });
  });
  expect(lacking).toEqual([]);
});

test('code takes colours and widths of the window from their modules', () => {
  const owners = ['app/shared/palette.ts', 'app/shared/breakpoints.ts'];
  const code = filesMatching('server.ts', 'app/**/*.{ts,tsx}').filter(
    (file) => !owners.includes(file) && !/\.(?:test|fixture)\.tsx?$/u.test(file),
  );
  expect(linesWith(/['"`]#[\da-f]{6}\b|\((?:min|max)-width: \d/iu, code)).toEqual([]);
});
