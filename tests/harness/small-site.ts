import { mkdir, rm, symlink } from 'node:fs/promises';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { type RunningServer, sharedPicturesOf, startServer } from './server.ts';

/** Content that is valid on any day, as small as it gets. Its sites share their pictures, also with those of later runs. */
export async function createSmallContent(): Promise<ContentDirectory> {
  const content = await createContentDirectory();
  await content.edit('positions/engineer.md', 'valid_through: 2026-12-31\n', '');
  const drawn = `${sharedPicturesOf()}-small`;
  const pictures = sharedPicturesOf(content.path);
  await mkdir(drawn, { recursive: true });
  await symlink(drawn, pictures);
  return {
    ...content,
    async [Symbol.asyncDispose]() {
      await rm(pictures);
      await content[Symbol.asyncDispose]();
    },
  };
}

/**
 * Starts a site with small content, for tests that need other settings: with the content of the project, a server takes ten seconds of
 * processor time to render and compress its pages ahead of time.
 * @param environment as for `startServer`
 */
export async function startSmallSite(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const content = await createSmallContent();
  const server = await startServer({ ...environment, CONTENT_DIR: content.path });
  return {
    ...server,
    async stop() {
      await server.stop();
      await content[Symbol.asyncDispose]();
    },
  };
}
