import type { VirusScanner } from '../../../platform/antivirus/virus-scanner.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubmissionStore } from '../records/submission-store.ts';

/** Résumés per round. */
const maxAtOnce = 100;
/** Consecutive failures after which the rest waits for the next round: the scanner is down, not a single file too large. */
const maxFailures = 3;

interface RescanOptions {
  readonly store: SubmissionStore;
  readonly files: FileStore;
  readonly scanner: VirusScanner;
  readonly log: Log;
  /** Aborts when the process ends; the rest is scanned after the next start. */
  readonly signal: AbortSignal;
}

/** Scans the résumés that were accepted while the scanner was unavailable, and logs an error for each virus. */
export async function rescanResumes({ store, files, scanner, log, signal }: RescanOptions): Promise<void> {
  let failures = 0;
  for (const { id, file } of await store.unscanned(maxAtOnce)) {
    if (failures === maxFailures || signal.aborted) return;
    if (!(await files.has(file))) continue;
    const result = await scanner.scan(files.content(file), signal);
    failures = result.verdict === 'unavailable' ? failures + 1 : 0;
    if (result.verdict === 'unavailable') continue;
    await store.markScanned(id, result.verdict);
    if (result.verdict === 'infected')
      log.error('the resume of a record carries a virus', { submission: id, signature: result.signature });
    else log.info('a resume has been scanned later', { submission: id });
  }
}
