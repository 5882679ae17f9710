import { InvalidDraftError } from '../editor/draft.ts';
import { type Drafts, DraftUnavailableError } from '../editor/editor-routes.ts';
import { createSerialProcess } from '../platform/threads/serial-worker.ts';
import type { DraftRequest, DraftResponse, DraftResults, DraftSite } from './draft-worker.ts';

/** How long the process waits for the next draft, ms: reading all content again would take it seconds. */
const idleMs = 5 * 60_000;

/** Maximum time for one draft or commit, ms, including the start of the process and its first reading of the content. */
const timeoutMs = 60_000;

/** Heap of the process, MB. A text of 1 MB, which is the maximum, takes 400. */
const maxHeapMegabytes = 512;

/** Checks and renders drafts in a process without the server's secrets and connections, on a copy of the content that none can damage. */
export function createDraftProcess(site: DraftSite): Drafts {
  const drafts = createSerialProcess<DraftRequest, DraftResponse>({
    module: new URL('./draft-worker.ts', import.meta.url),
    args: [JSON.stringify(site)],
    // None of the server's variables, which contain its secrets.
    env: { NODE_ENV: 'production' },
    maxHeapMegabytes,
    idleMs,
    timeoutMs,
  });
  const send = async <Kind extends DraftRequest['kind']>(input: DraftRequest & { kind: Kind }) => {
    const response = await drafts
      .run(async () => ({ input }))
      .catch((cause: Error) => {
        throw new DraftUnavailableError(`The draft cannot be rendered: ${cause.message}`, { cause });
      });
    if ('invalid' in response) throw new InvalidDraftError(response.invalid);
    return response.result as DraftResults[Kind];
  };
  return {
    render: (body) => send({ kind: 'draft', body }),
    checkCommit: (body) => send({ kind: 'commit', body }),
  };
}
