import { InvalidDraftError } from '../editor/draft.ts';
import { type Drafts, DraftUnavailableError } from '../editor/editor-routes.ts';
import { createIdleProcess } from '../platform/threads/idle-process.ts';
import type { DraftRequest, DraftResponse, DraftResults, DraftSite } from './draft-worker.ts';

/** How long the process waits for the next draft, ms: reading all content again would take it seconds. */
const idleMs = 5 * 60_000;

/** Maximum time for one draft or commit, ms, including the start of the process and its first reading of the content. */
const timeoutMs = 60_000;

/** Heap of the process, MB. A text of 1 MB, which is the maximum, takes 400. */
const maxHeapMb = 512;

/** A request without its number. */
type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

/** Checks and renders drafts in a process without the server's secrets and connections, on a copy of the content that none can damage. */
export function createDraftProcess(site: DraftSite): Drafts {
  const drafts = createIdleProcess<Unnumbered<DraftRequest>, DraftResponse>({
    module: new URL('./draft-worker.ts', import.meta.url),
    args: [JSON.stringify(site)],
    // None of the server's variables, which contain its secrets.
    fork: { env: { NODE_ENV: 'production' }, execArgv: [`--max-old-space-size=${maxHeapMb}`] },
    idleMs,
    timeoutMs,
    errorOf: (reason) => new DraftUnavailableError(`The process that renders drafts ${reason}`),
  });
  const send = async <Kind extends DraftRequest['kind']>(request: Unnumbered<DraftRequest & { kind: Kind }>) => {
    const response = await drafts.send(request);
    if ('invalid' in response) throw new InvalidDraftError(response.invalid);
    if ('failure' in response) throw new DraftUnavailableError(response.failure);
    return response.result as DraftResults[Kind];
  };
  return {
    render: (body, nextArticleId) => send({ kind: 'draft', body, nextArticleId }),
    checkCommit: (body) => send({ kind: 'commit', body }),
  };
}
