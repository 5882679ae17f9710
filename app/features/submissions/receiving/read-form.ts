import { setTimeout as pause } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FileStore, StagedFile } from '../../../platform/files/file-store.ts';
import { resumeMessages } from '../../../shared/forms/resume-field.ts';
import { limits, messages } from '../../../shared/submission-rules.ts';

/** Hard limits of a form; a part that exceeds them is refused before it is buffered. */
const formLimits = {
  fileBytes: limits.resumeBytes,
  fields: 12,
  textBytes: limits.formTextBytes,
  /** Boundaries and headers of the parts. */
  framingBytes: 32_768,
} as const;

/**
 * Limits where a page echoes the input. A browser reads the response only after it has sent everything, so an early refusal
 * would lose the input. The rest of an oversized file is discarded as it arrives.
 */
const echoLimits = {
  bytes: 64 * 1024 * 1024,
  /** Names and values together; longer input is echoed truncated. */
  textBytes: 256 * 1024,
} as const;

/** The body is not a form, or exceeds the limits. The message is for the visitor. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly status: 400 | 413 | 415;
  /** The text fields read so far. */
  readonly typed: Readonly<Record<string, string>>;

  constructor(status: 400 | 413 | 415, message: string, typed: ReadonlyMap<string, string> = new Map()) {
    super(message);
    this.status = status;
    this.typed = Object.fromEntries(typed);
  }
}

/** The file of a valid form could not be written; see the cause. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
  /** All text fields of the form. */
  readonly texts: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string>, cause: unknown) {
    super('The file of a form could not be written', { cause });
    this.texts = texts;
  }
}

interface ReceivedFile {
  readonly name: string;
  readonly staged: StagedFile;
}

/** A form as received, not validated yet. */
export interface ReceivedForm {
  /** Text fields by name. A map, because a field may be called `__proto__`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The selected file, if there is one; the caller stores or discards it. */
  readonly file?: ReceivedFile;
}

interface ReadOptions {
  /** The store that stages the file; undefined to skip the file. */
  readonly files: FileStore | undefined;
  /** The only field that may contain a file. */
  readonly fileField: string | undefined;
  /**
   * Whether the response is a page that echoes the input. If so, an oversized multipart form is read to its end, or to 64 MiB,
   * and refused with all its text fields. Otherwise reading stops at the limit.
   */
  readonly echoesInput: boolean;
}

const notValid = 'This form could not be read. Please go back and try again.';
const tooManyFields = 'This form has too many fields.';

/**
 * Reads a form as it arrives, the file to disk and text to memory, never more than the limits of either.
 * @throws FormError when the body is invalid; FileWriteError after the whole body has been read, so that the visitor gets a
 *   response with all input
 */
export async function readForm(request: Request, options: ReadOptions): Promise<ReceivedForm> {
  const essence = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (request.headers.has('content-encoding')) throw new FormError(415, 'Send the form uncompressed.');
  if (essence === 'multipart/form-data') return readMultipart(request, options);
  if (essence === 'application/x-www-form-urlencoded') return { texts: await readUrlEncoded(request) };
  throw new FormError(415, 'This URL accepts a form: multipart/form-data or application/x-www-form-urlencoded.');
}

/** How much of a form is read to echo its input when it is refused unread, bytes and ms: typed text fits into it. */
const beginning = { bytes: limits.formTextBytes, ms: 3000 } as const;

/** Reads the text fields at the beginning of a form, as far as possible, and skips a file. Never throws. */
export async function readBeginning(request: Request, fileField: string | undefined): Promise<FormError['typed']> {
  const { headers } = request;
  const chunks: Uint8Array[] = [];
  const reader = request.body?.getReader();
  const over = new AbortController();
  const until = pause(beginning.ms, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
  for (let bytes = 0; bytes < beginning.bytes; ) {
    const result = await Promise.race([until, reader?.read().catch(() => undefined)]);
    if (!result || result.done) break;
    chunks.push(result.value);
    bytes += result.value.byteLength;
  }
  over.abort();
  const type = headers.get('content-type');
  const encoding = headers.get('content-encoding');
  const read = new Request(request.url, {
    method: 'POST',
    headers: {
      ...(type !== null && { 'content-type': type }),
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
    body: Buffer.concat(chunks),
  });
  try {
    const { texts } = await readForm(read, { files: undefined, fileField, echoesInput: true });
    return Object.fromEntries(texts);
  } catch (error) {
    if (error instanceof FormError) return error.typed;
    throw error;
  }
}

async function readUrlEncoded(request: Request): Promise<Map<string, string>> {
  // URL encoding turns one byte into up to three.
  const maxBytes = formLimits.textBytes * 3;
  const chunks = await Array.fromAsync(boundedBody(request, maxBytes, messages.formTextSize));
  const texts = new Texts();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) texts.add(name, value);
  return texts.byName;
}

async function readMultipart(request: Request, { files, fileField, echoesInput }: ReadOptions): Promise<ReceivedForm> {
  const texts = new Texts(echoesInput ? echoLimits.textBytes : formLimits.textBytes);
  const parser = createParser(request, texts.maxBufferedBytes);
  const maxBytes = (fileField ? formLimits.fileBytes : 0) + formLimits.textBytes + formLimits.framingBytes;
  const tooLarge = fileField ? resumeMessages.size : messages.formTextSize;
  if (echoesInput && announcedBytes(request) > echoLimits.bytes)
    throw new FormError(413, tooLarge, new Map(Object.entries(await readBeginning(request, fileField))));
  const body = boundedBody(request, echoesInput ? echoLimits.bytes : maxBytes, tooLarge, texts.byName);
  let receivedBytes = 0;
  const isTooLarge = () => Math.max(announcedBytes(request), receivedBytes) > maxBytes;

  const failure = Promise.withResolvers<never>();
  // It may reject when nothing awaits it any more.
  failure.promise.catch(() => {});
  let failed: unknown;
  /** The message for an oversized form that is still read to its end. */
  let refusal: string | undefined;
  let stream: BusboyFileStream | undefined;
  let file: Promise<ReceivedFile> | undefined;
  const fail = (error: unknown) => {
    failed ??= error;
    // The file store then removes the partial file.
    stream?.destroy(failed as Error);
    failure.reject(failed);
  };
  const refuse = (error: unknown) => {
    if (echoesInput && error instanceof FormError && error.status === 413) refusal ??= error.message;
    else fail(error);
  };
  const refuseWith = (status: FormError['status'], message: string) =>
    refuse(new FormError(status, message, texts.byName));

  parser.on('field', (name: string | undefined, value: string, _: boolean, valueTruncated: boolean) => {
    if (failed) return;
    try {
      texts.add(name, value);
      if (valueTruncated) refuseWith(413, messages.formTextSize);
    } catch (error) {
      refuse(error);
    }
  });
  parser.on('file', (name: string | undefined, incoming: BusboyFileStream, fileName: string | undefined) => {
    // It may fail before the file store reads from it, and an error event without a listener ends the process.
    incoming.on('error', () => {});
    if (failed) return void incoming.resume();
    if (name !== fileField) {
      incoming.resume();
      return refuseWith(400, notValid);
    }
    incoming.once('limit', () => refuseWith(413, resumeMessages.size));
    if (!files || isTooLarge()) return void incoming.resume();
    stream = incoming;
    // A failing store leaves the stream open, so that the parts after the file are still read.
    const staging = files.stage(incoming.iterator({ destroyOnReturn: false }));
    file = staging.then((staged) => ({ name: decodeFileName(fileName ?? ''), staged }));
    file.catch(() => incoming.resume());
  });
  parser.on('filesLimit', () => refuseWith(400, 'Only one file can be sent.'));
  parser.on('fieldsLimit', () => refuseWith(413, tooManyFields));
  parser.on('partsLimit', () => refuseWith(413, tooManyFields));
  parser.on('error', () => refuseWith(400, notValid));
  const finished = new Promise<void>((resolve) => parser.on('finish', () => resolve()));

  try {
    for await (const chunk of body) {
      if (failed) break;
      receivedBytes += chunk.byteLength;
      await Promise.race([failure.promise, write(parser, chunk)]);
    }
    parser.end();
    await Promise.race([failure.promise, finished]);
    if (isTooLarge()) refusal ??= tooLarge;
    if (refusal) throw new FormError(413, refusal, texts.byName);
    const received = await file?.catch((cause) => {
      throw new FileWriteError(texts.byName, cause);
    });
    if (failed) throw failed;
    return await formOf(texts.byName, received);
  } catch (error) {
    fail(error);
    await file?.then(({ staged }) => staged.discard()).catch(() => {});
    throw error;
  }
}

/** Decodes the characters that browsers escape in the name of a file (HTML, Multipart form data). */
const decodeFileName = (name: string) => name.replace(/%(?:22|0A|0D)/gu, decodeURIComponent);

const write = (parser: BusboyInstance, chunk: Uint8Array) =>
  new Promise<void>((resolve) => void parser.write(chunk, () => resolve()));

/** Returns the form; without its file if that is what browsers send for an empty field: no bytes and no name. */
async function formOf(texts: ReceivedForm['texts'], file: ReceivedFile | undefined): Promise<ReceivedForm> {
  if (file && (file.name || file.staged.bytes > 0)) return { texts, file };
  await file?.staged.discard();
  return { texts };
}

/** @param fieldSize bytes at which a text field is truncated */
function createParser({ headers }: Request, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: {
        fileSize: formLimits.fileBytes,
        files: 1,
        fields: formLimits.fields,
        parts: formLimits.fields + 1,
        fieldSize,
        headerPairs: 16,
        headerSize: 8192,
      },
    });
  } catch {
    // The boundary is missing or invalid.
    throw new FormError(400, notValid);
  }
}

/** Text fields within the limits, each name once. */
class Texts {
  readonly byName = new Map<string, string>();
  /** Maximum of buffered bytes, names and values together, including those of a refused form. */
  readonly maxBufferedBytes: number;
  #bytes = 0;

  constructor(maxBufferedBytes: number = formLimits.textBytes) {
    this.maxBufferedBytes = maxBufferedBytes;
  }

  /** @throws FormError when a limit is exceeded; the beginning of an oversized text is stored */
  add(name: string | undefined, value: string): void {
    if (name === undefined) throw new FormError(400, notValid, this.byName);
    // Receivers disagree on which of two values counts.
    if (this.byName.has(name))
      throw new FormError(400, `The field "${name.slice(0, 40)}" was sent twice.`, this.byName);
    if (this.byName.size >= formLimits.fields) throw new FormError(413, tooManyFields, this.byName);
    const bytes = Buffer.from(value);
    const room = Math.max(0, this.maxBufferedBytes - this.#bytes - Buffer.byteLength(name));
    this.#bytes += Buffer.byteLength(name) + bytes.length;
    // Streaming drops a character that was cut in two.
    const text = bytes.length <= room ? value : new TextDecoder().decode(bytes.subarray(0, room), { stream: true });
    this.byName.set(name, text);
    if (this.#bytes > formLimits.textBytes) throw new FormError(413, messages.formTextSize, this.byName);
  }
}

const announcedBytes = ({ headers }: Request) => Number(headers.get('content-length') ?? 0);

/**
 * Yields a request's body up to a number of bytes. It is not cancelled when reading stops, because that would cut off the response.
 * @throws FormError when the announced or received length exceeds the limit, or the body breaks off
 */
async function* boundedBody(
  request: Request,
  maxBytes: number,
  message: string,
  typed?: ReadonlyMap<string, string>,
): AsyncGenerator<Uint8Array> {
  if (announcedBytes(request) > maxBytes) throw new FormError(413, message, typed);
  let bytes = 0;
  try {
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new FormError(413, message, typed);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof FormError ? error : new FormError(400, notValid);
  }
}
