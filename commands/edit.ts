import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataNames } from '../app/platform/files/data-directory.ts';
import type { Configuration } from '../app/server/config.ts';
import { startConfigured } from '../app/server/dependencies.ts';
import { defaultPreviewDays } from '../app/server/preview-links.ts';
import { startEditing } from './edit/start-editing.ts';
import { issuePreviewLink } from './preview-link/issue-link.ts';
import { parseCommandLine, runProgram } from './terminal/command-line.ts';

// `npm run edit`: an editor for the content in CONTENT_DIR, on this machine only, with a preview of the page.
// The editor listens on PORT (default 3100), the previewed site on the next port.

const defaultPort = 3100;

const usage = `Usage: npm run edit

Opens an editor for the content in CONTENT_DIR, on PORT (${defaultPort} by default). The page beside its fields has the next port.
`;

await runProgram({ script: 'edit', usage }, async (args) => {
  parseCommandLine({ args, options: {} });
  await startConfigured(process.env, edit);
});

async function edit(configuration: Configuration): Promise<void> {
  const port = process.env.PORT ? configuration.port : defaultPort;
  const { url, stop } = await startEditing({
    port,
    contentDirectory: configuration.contentDirectory,
    dataDirectory: join(configuration.dataDirectory, dataNames.edit),
    buildDirectory: fileURLToPath(new URL('../build', import.meta.url)),
    isHosted: configuration.contentHost !== undefined,
    token: randomBytes(24).toString('base64url'),
    publicUrl: process.env.SITE_URL ? configuration.siteUrl : undefined,
    issuePreviewLink: process.env.SITE_URL
      ? (file) => issuePreviewLink(configuration, file, defaultPreviewDays)
      : undefined,
  });
  console.log(`Edit the site at ${url}`);
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
}
