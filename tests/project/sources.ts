import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** As written. */
  specifier: string;
  /** Path of the imported file below the project; undefined for a package. */
  file: string | undefined;
  /** Removed when types are stripped. */
  isType: boolean;
  /** `import()`, evaluated only when it is reached. */
  isDynamic: boolean;
}

/** Files below the project that match, with forward slashes. */
export function filesMatching(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ['node_modules/**', 'build/**', '.*/**'] })
    .map((file) => file.split(sep).join('/'))
    .sort();
}

export const readText = (file: string): string => readFileSync(join(root, file), 'utf8');

const statement = /^(?:import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gmu;

/** Everything that a module imports. */
export function importsOf(file: string): Import[] {
  return [...readText(file).matchAll(statement)].map(([, type, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? '';
    const path = specifier.replace(/\?.*$/u, '');
    const isLocal = path.startsWith('.');
    return {
      specifier,
      file: isLocal
        ? relative(root, join(root, dirname(file), path))
            .split(sep)
            .join('/')
        : undefined,
      isType: type !== undefined,
      isDynamic: dynamic !== undefined,
    };
  });
}
