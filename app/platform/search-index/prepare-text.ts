import type { Tokens } from '../content/tokens.ts';
import type { Prepare } from './document-store.ts';

/** A text to prepare, and the module that prepares it. */
export interface PreparerInput {
  /** URL of the module that exports `prepare`. */
  preparer: string;
  /** Absent to load the preparer ahead of its first text, which takes longer than preparing most texts. */
  text?: { file: string; text: string; tokens: Tokens };
}

/** Entry point of the thread (`createSerialThread`). @throws if the preparer cannot be loaded */
export async function run({ preparer, text: request }: PreparerInput): Promise<ReturnType<Prepare>> {
  const { prepare }: { prepare: Prepare } = await import(preparer);
  if (!request) return { problems: [] };
  const { file, text, tokens } = request;
  try {
    return prepare(file, text, tokens);
  } catch (error) {
    const reason = error instanceof RangeError ? 'it is nested too deeply' : String(error);
    return { problems: [{ file, message: `cannot be prepared: ${reason}` }] };
  }
}
