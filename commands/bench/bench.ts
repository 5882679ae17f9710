import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchArticles } from './articles.ts';
import { benchEdits } from './edits.ts';
import { benchPages } from './pages.ts';
import { benchPhone } from './phone.ts';
import { say } from './report.ts';
import { benchServer } from './server.ts';
import { benchSubmissions } from './submissions.ts';
import { benchUploads } from './uploads.ts';
import { benchWeight } from './weight.ts';

// `npm run bench`: what the site does in a second, beside a minimal program that does the same on this machine in the same run.

const usage = `npm run bench [-- PART… --articles 10,1000,100000 --seconds 2 --paths /,/ventures]

  PART              server, articles, edits, submissions, uploads, pages, weight or phone; all of them where none is named
  --articles LIST   how many articles are generated, beside those of the site's own content
  --seconds N       how long answers a second are counted, for each question
  --paths LIST      of pages, for the parts pages, weight and phone; one of each kind by default
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    articles: { type: 'string', default: '10,1000,100000' },
    seconds: { type: 'string', default: '2' },
    paths: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const sizes = values.articles.split(',').map(Number);
const seconds = Number(values.seconds);
const paths = values.paths.split(',').filter(Boolean);

const parts: Readonly<Record<string, () => Promise<void>>> = {
  server: () => benchServer({ seconds }),
  articles: () => benchArticles({ sizes, seconds }),
  edits: () => benchEdits({ sizes: [0, 1000], turns: 20 }),
  submissions: () => benchSubmissions({ seconds }),
  uploads: () => benchUploads(),
  pages: () => benchPages({ paths }),
  weight: () => benchWeight({ paths }),
  phone: () => benchPhone({ paths }),
};
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);

if (values.help || ![...sizes, seconds].every((number) => number > 0) || !chosen.every((name) => name in parts)) {
  process.stdout.write(usage);
} else if (!existsSync(fileURLToPath(new URL('../../build/server/server.js', import.meta.url)))) {
  process.stderr.write('There is no build yet; run npm run build before this\n');
  process.exitCode = 1;
} else {
  const [processor] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  say(`Node ${process.version}, ${availableParallelism()} × ${processor?.model.trim()}, load ${load}`);
  for (const name of chosen) await parts[name]?.();
}
