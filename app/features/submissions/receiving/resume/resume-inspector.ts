import type { Log } from '../../../../platform/log/log.ts';
import { ThreadError } from '../../../../platform/threads/ask-thread.ts';
import { createSerialThread } from '../../../../platform/threads/serial-thread.ts';
import type { InspectionInput, ResumeInspection } from './inspect-resume.ts';

/** A file that has arrived. */
interface ReadableFile {
  readonly bytes: number;
  /** Reads up to `length` bytes from `position`. */
  read(position: number, length: number): Promise<Buffer>;
}

/** Judges résumés in a thread of its own, one at a time, so that a crafted file delays no page. */
export interface ResumeInspector {
  /**
   * @param name as the visitor's file is called
   * @returns undefined for what is refused (`inspectResume`), and for what ends the thread, which no genuine file does
   * @throws when the file cannot be read
   */
  inspect(name: string, file: ReadableFile): Promise<ResumeInspection | undefined>;
  end(): Promise<void>;
}

/** What reading the most crafted file of 6 MB makes: some 60 MB. */
const maxHeapMegabytes = 192;

export function createResumeInspector({ log }: { log: Log }): ResumeInspector {
  const thread = createSerialThread<InspectionInput, ResumeInspection | undefined>({
    module: new URL('./inspect-resume.ts', import.meta.url),
    maxHeapMegabytes,
  });
  return {
    async inspect(name, file) {
      try {
        return await thread.run(async () => {
          const bytes = new Uint8Array(file.bytes);
          bytes.set(await file.read(0, file.bytes));
          return { input: { name, bytes }, transferred: [bytes.buffer] };
        });
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        log.warn('a resume could not be inspected and was refused', { error });
        return undefined;
      }
    },
    end: thread.end,
  };
}
