import type { VirusScanner } from '../../../platform/antivirus/virus-scanner.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubmissionStore } from '../records/submission-store.ts';

/** Looked at in one round. */
const maxAtOnce = 100;
/** So often in a row the scanner may fail before the rest waits for the next round: it is down, and not one file too large. */
const maxFailures = 3;

interface RescanOptions {
  readonly store: SubmissionStore;
  readonly files: FileStore;
  readonly scanner: VirusScanner;
  readonly log: Log;
  /** The process ends: what is not done is done after the next start. */
  readonly signal: AbortSignal;
}

/** Scans the résumés that were accepted while the scanner could not be asked, and raises an alarm for what it finds. */
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
    else log.info('a resume has been scanned after all', { submission: id });
  }
}
