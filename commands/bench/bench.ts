import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseCommandLine, runProgram, UsageError } from '../terminal/command-line.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { benchArticles } from './articles.ts';
import { benchEdits } from './edits.ts';
import { benchPages } from './pages.ts';
import { benchPhone } from './phone.ts';
import { say } from './report.ts';
import { benchServer } from './server.ts';
import { benchSubmissions } from './submissions.ts';
import { benchUploads } from './uploads.ts';
import { benchWeight } from './weight.ts';

// `npm run bench`: measures the site compared with a minimal program that does the same on this machine in the same run.

const usage = `npm run bench [-- PART… --articles 10,1000,100000 --seconds 2 --paths /,/ventures]

  PART              server, articles, edits, submissions, uploads, pages, weight or phone; all of them by default
  --articles LIST   numbers of generated articles, in addition to those of the content
  --seconds N       duration of each measurement of responses per second
  --paths LIST      pages for the parts pages, weight and phone; one of each kind by default
`;

await runProgram({ script: 'bench', usage }, async (parameters) => {
  const { values, positionals } = parseCommandLine({
    args: parameters,
    allowPositionals: true,
    options: {
      articles: { type: 'string', default: '10,1000,100000' },
      seconds: { type: 'string', default: '2' },
      paths: { type: 'string', default: '' },
    },
  });
  const sizes = values.articles.split(',').map((size) => readNumber('articles', size));
  const seconds = readNumber('seconds', values.seconds);
  const paths = values.paths.split(',').filter(Boolean);
  const parts = new Map<string, () => Promise<void>>([
    ['server', () => benchServer({ seconds })],
    ['articles', () => benchArticles(sizes)],
    ['edits', benchEdits],
    ['submissions', () => benchSubmissions({ seconds })],
    ['uploads', benchUploads],
    ['pages', () => benchPages(paths)],
    ['weight', () => benchWeight(paths)],
    ['phone', () => benchPhone(paths)],
  ]);
  const unknown = positionals.find((name) => !parts.has(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no part "${unknown}"; the parts are ${[...parts.keys()].join(', ')}`);
  if (!existsSync(fileURLToPath(new URL('../../build/server/server.js', import.meta.url))))
    throw new RefusedError('There is no build yet; run npm run build before this');
  const [processor] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  say(`Node ${process.version}, ${availableParallelism()} × ${processor?.model.trim()}, load ${load}`);
  for (const name of positionals.length > 0 ? positionals : parts.keys()) await parts.get(name)?.();
});

function readNumber(option: string, given: string): number {
  if (!(Number(given) > 0)) throw new UsageError(`--${option} has "${given}"; it takes numbers above 0`);
  return Number(given);
}
