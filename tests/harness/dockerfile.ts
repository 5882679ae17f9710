import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';

/** One instruction of the Dockerfile, such as `RUN npm install`, with its lines joined. */
export interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The Dockerfile in `ops`, by stage. Each begins with its `FROM`. It uses no heredocs, escapes or parser directives. */
export function readStages(): Instruction[][] {
  const instructions = readFileSync(join(root, 'ops/docker/Dockerfile'), 'utf8')
    .replace(/^#.*\n/gmu, '')
    .replace(/\\\n\s*/gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Instruction => {
      const [name = '', ...rest] = line.split(' ');
      return { name, value: rest.join(' ').trim() };
    });
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Patterns of files that are left out of the build's context. */
export const readIgnored = (): string[] =>
  readFileSync(join(root, 'ops/docker/Dockerfile.dockerignore'), 'utf8').split('\n').filter(Boolean);
