import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variableNames } from '../../app/server/config.ts';
import { filesMatching, readText, root } from './sources.ts';

// Documents name only files, commands and log lines that exist.

const documents = filesMatching('*.md', 'docs/**/*.md', 'media/*.md');
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gmu, '');

/** Text between backticks outside blocks of code, and every line inside them. */
const code = (text: string) => [
  ...[...withoutBlocks(text).matchAll(/`([^`\n]+)`/gu)].map(([, inline = '']) => inline),
  ...[...text.matchAll(/^```\w*\n([\s\S]*?)^```/gmu)].flatMap(([, block = '']) => block.split('\n')),
];

test('the documents for newcomers exist', () => {
  for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']) expect(documents).toContain(document);
});

describe.each(documents)('%s', (document) => {
  const text = readText(document);
  const known = (path: string) => existsSync(join(root, path)) || existsSync(join(root, dirname(document), path));

  test('links to files that exist', () => {
    const targets = [...withoutBlocks(text).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, target = '']) => target);
    const missing = targets.filter((target) => !/^(?:https?:|mailto:)/u.test(target));
    expect(missing.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });

  test('names paths that exist', () => {
    // A path begins with a folder or file of the project's root; `{name}`, `*` and `…` stand for a name. A hidden
    // file is one that a program writes.
    const start = /^(?:app|content|commands|db|docs|media|ops|tests)\/|^[\w.-]+\.(?:ts|mjs|json|md|yaml)$/u;
    const paths = code(text)
      .filter((part) => start.test(part) && !/\s|\/\./u.test(part))
      .map((part) => part.replace(/[{*…<].*$/u, '').replace(/:\d+$/u, ''));
    expect(paths.filter((path) => !known(path) && !isNamedSomewhere(path))).toEqual([]);
  });

  test('names commands that package.json has', () => {
    const named = code(text).flatMap((part) =>
      [...part.matchAll(/\bnpm run (?:--silent |-s )?([\w:-]+)/gu)].map(([, name = '']) => name),
    );
    const short = code(text).flatMap((part) =>
      [...part.matchAll(/\bnpm (start|test)\b/gu)].map(([, name = '']) => name),
    );
    expect([...named, ...short].filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the guides pull only into clones of a branch: a clone of a tag has none', () => {
  const lines = documents.flatMap((document) => code(readText(document)));
  const found = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const pulled = found(/\bgit -C (\S+) pull\b/u);
  expect(pulled).not.toEqual([]);
  expect(found(/\bgit clone --branch [a-z]+ \S+ (\S+)/u)).toEqual(expect.arrayContaining(pulled));
});

test('the guides name a program for as-website by its absolute path or without one: systemd-run starts no other', () => {
  const programs = documents
    .flatMap((document) => code(readText(document)))
    .flatMap((line) => [...line.matchAll(/\bas-website (\S+)/gu)].map(([, program = '']) => program));
  expect(programs.length).toBeGreaterThan(5);
  expect(programs.filter((program) => !/^(?:\/|[\w-]+$)/u.test(program))).toEqual([]);
});

test('a guide explains lines that the site logs', () => {
  const sources = filesMatching('app/**/*.ts').map(readText).join('\n');
  const tables = documents.flatMap((document) => [...readText(document).matchAll(/^\| line \|.*\n((?:\|.*\n)+)/gmu)]);
  const lines = tables.flatMap(([, rows = '']) => [...rows.matchAll(/^\| `([^`]+)`/gmu)].map(([, line = '']) => line));
  expect(lines.length).toBeGreaterThan(5);
  // A number is not part of the message in the source.
  expect(lines.filter((line) => !sources.includes(line.replace(/\d.*$/u, '')))).toEqual([]);
});

/** A file may be named without its folder where the text around says which folder is meant. */
function isNamedSomewhere(name: string): boolean {
  return !name.includes('/') && filesMatching(`{app,commands,content,media,tests}/**/${name}`).length > 0;
}

test('the README has a row for each variable of the configuration', () => {
  const [, table = ''] = /^## Configuration\n([\s\S]*?)^## /mu.exec(readText('README.md')) ?? [];
  const names = [...table.matchAll(/^\| (`.*?) \|/gmu)].flatMap(([, cell = '']) => cell.match(/\w+/gu) ?? []);
  expect(names.sort()).toEqual(variableNames.toSorted());
});

test('a command of package.json runs an existing file', () => {
  const missing = Object.values(scripts)
    .flatMap((script) => [...script.matchAll(/\bnode (\S+\.(?:mjs|ts))/gu)].map(([, file = '']) => file))
    .filter((file) => !existsSync(join(root, file)));
  expect(missing).toEqual([]);
});
