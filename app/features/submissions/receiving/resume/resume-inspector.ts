import type { StagedFile } from '../../../../platform/files/file-store.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { createSerialThread, WorkerError } from '../../../../platform/threads/serial-worker.ts';
import type { InspectionInput, ResumeInspection } from './inspect-resume.ts';

export type ResumeInspector = ReturnType<typeof createResumeInspector>;

/** Inspecting the worst crafted file of 6 MB needs some 60 MB. */
const maxHeapMegabytes = 192;

/** Inspects résumés in a separate thread, one at a time, so that a crafted file delays no page. */
export function createResumeInspector({ log }: { log: Log }) {
  const thread = createSerialThread<InspectionInput, ResumeInspection | undefined>({
    module: new URL('./inspect-resume.ts', import.meta.url),
    maxHeapMegabytes,
  });
  return {
    /** @returns undefined for a file that `inspectResume` refuses or that ends the thread @throws when the file cannot be read */
    async inspect(name: string, file: Pick<StagedFile, 'bytes' | 'read'>): Promise<ResumeInspection | undefined> {
      try {
        return await thread.run(async () => {
          const bytes = new Uint8Array(file.bytes);
          bytes.set(await file.read(0, file.bytes));
          return { input: { name, bytes }, transferred: [bytes.buffer] };
        });
      } catch (error) {
        if (!(error instanceof WorkerError)) throw error;
        log.warn('a resume could not be inspected and was refused', { error });
        return undefined;
      }
    },
    end: thread.end,
  };
}
