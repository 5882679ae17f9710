import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { type PdfDictionary, PdfKeyword, PdfName, type PdfValue } from './pdf-syntax.ts';

/** The cipher of the streams in an encrypted file. */
export type StreamCipher = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/** An encrypted file that opens without a password. */
export interface PdfKey {
  readonly key: Buffer;
  /** Undefined for an unknown method. */
  readonly cipher: StreamCipher | undefined;
}

/** Password padding (ISO 32000-2, 7.6.4.3.2, Algorithm 2). The empty password consists of it alone. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Returns the key of a file that opens with the empty user password, which viewers try before they ask for one.
 * @param ids first parts of the file identifiers that its trailers name
 * @returns undefined where the file requires a password or a certificate
 */
export function keyWithoutPassword(dictionary: PdfDictionary, ids: readonly Buffer[]): PdfKey | undefined {
  const [V, R, O, U, P] = ['V', 'R', 'O', 'U', 'P'].map((name) => dictionary.get(name));
  const filter = dictionary.get('Filter');
  if (!(filter instanceof PdfName) || filter.name !== 'Standard' || !isBytes(O) || !isBytes(U)) return undefined;
  if (typeof V !== 'number' || typeof R !== 'number' || typeof P !== 'number') return undefined;
  const cipher = streamCipherOf(dictionary, V);
  if (R === 5 || R === 6) {
    const key = aes256Key(R, U, dictionary.get('UE'));
    return key && { key, cipher };
  }
  if (R < 2 || R > 4 || O.length < 32 || U.length < 16) return undefined;
  const length = dictionary.get('Length');
  const isMetadataPlain = isFalse(dictionary.get('EncryptMetadata'));
  // Writers omit the length or write it in bytes, and viewers read it from several entries: the length whose key fits is right.
  const lengths = new Set(R === 2 ? [5] : [typeof length === 'number' ? length >> 3 : 5, 16, 5]);
  for (const id of ids)
    for (const bytes of lengths) {
      if (bytes < 5 || bytes > 16) continue;
      const key = fileKey({ O, P, R, id, bytes, isMetadataPlain });
      if (provesKey(key, { R, U, id })) return { key, cipher };
    }
  return undefined;
}

const isBytes = (value: PdfValue | undefined): value is Buffer => Buffer.isBuffer(value);
const isFalse = (value: PdfValue | undefined) => value instanceof PdfKeyword && value.word === 'false';

function streamCipherOf(dictionary: PdfDictionary, version: number): StreamCipher | undefined {
  if (version === 1 || version === 2) return 'rc4';
  const filter = dictionary.get('StmF');
  if (filter === undefined) return 'none';
  if (!(filter instanceof PdfName)) return undefined;
  if (filter.name === 'Identity') return 'none';
  const filters = dictionary.get('CF');
  const chosen = filters instanceof Map ? filters.get(filter.name) : undefined;
  const method = chosen instanceof Map ? chosen.get('CFM') : undefined;
  return method instanceof PdfName ? methods.get(method.name) : undefined;
}

const methods: ReadonlyMap<string, StreamCipher> = new Map([
  ['None', 'none'],
  ['V2', 'rc4'],
  ['AESV2', 'aes-128'],
  ['AESV3', 'aes-256'],
]);

interface FileKeyOptions {
  readonly O: Buffer;
  readonly P: number;
  readonly R: number;
  readonly id: Buffer;
  readonly bytes: number;
  readonly isMetadataPlain: boolean;
}

/** Algorithm 2. */
function fileKey({ O, P, R, id, bytes, isMetadataPlain }: FileKeyOptions): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(P | 0);
  const parts = [padding, O.subarray(0, 32), permissions, id];
  if (R >= 4 && isMetadataPlain) parts.push(Buffer.alloc(4, 0xff));
  let key = md5(...parts);
  if (R >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, bytes));
  return key.subarray(0, bytes);
}

/** Algorithms 4 and 5: compares the key's encryption of known bytes with the value in the file. */
function provesKey(key: Buffer, { R, U, id }: { R: number; U: Buffer; id: Buffer }): boolean {
  if (R === 2) return rc4(key, padding).equals(U.subarray(0, 32));
  let proof = md5(padding, id);
  for (let round = 0; round < 20; round += 1)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    );
  return proof.equals(U.subarray(0, 16));
}

/** Algorithms 2.A and 11: 32 bytes of hash, 8 of its salt, 8 of the key's salt. */
function aes256Key(R: number, U: Buffer, UE: PdfValue | undefined): Buffer | undefined {
  if (U.length < 48 || !isBytes(UE) || UE.length < 32) return undefined;
  const hashOf = R === 5 ? sha256 : hardenedHash;
  if (!hashOf(U.subarray(32, 40)).equals(U.subarray(0, 32))) return undefined;
  return withoutPadding('aes-256-cbc', hashOf(U.subarray(40, 48)), Buffer.alloc(16), UE.subarray(0, 32));
}

/** Algorithm 2.B, of the empty password: 64 to some 290 rounds. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha256(salt);
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)));
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256', encrypted, 'buffer');
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Decrypts one stream (Algorithms 1 and 1.A); returns undefined where the bytes cannot come from this cipher. */
export function decryptStream(
  { key, cipher }: PdfKey,
  { number, generation }: { number: number; generation: number },
  data: Buffer,
): Buffer | undefined {
  if (cipher === undefined) return undefined;
  if (cipher === 'none') return data;
  if (cipher !== 'aes-256') {
    const object = Buffer.alloc(5);
    object.writeUIntLE(number % 0x1000000, 0, 3);
    object.writeUInt16LE(generation % 0x10000, 3);
    const salt = cipher === 'aes-128' ? [Buffer.from('sAlT')] : [];
    const objectKey = md5(key, object, ...salt).subarray(0, Math.min(key.length + 5, 16));
    if (cipher === 'rc4') return rc4(objectKey, data);
    return aes('aes-128-cbc', objectKey, data);
  }
  return aes('aes-256-cbc', key, data);
}

function aes(algorithm: string, key: Buffer, data: Buffer): Buffer | undefined {
  const blocks = Math.floor(data.length / 16);
  if (blocks < 2 || key.length !== (algorithm === 'aes-128-cbc' ? 16 : 32)) return undefined;
  return withoutPadding(algorithm, key, data.subarray(0, 16), data.subarray(16, blocks * 16));
}

function withoutPadding(algorithm: string, key: Buffer, iv: Buffer, data: Buffer): Buffer {
  return createDecipheriv(algorithm, key, iv).setAutoPadding(false).update(data);
}

const sha256 = (salt: Buffer): Buffer => hash('sha256', salt, 'buffer');
const md5 = (...parts: readonly Uint8Array[]): Buffer => hash('md5', Buffer.concat(parts), 'buffer');

/** Our own RC4: OpenSSL 3 offers it only in its legacy provider. */
function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (first: number, second: number) => {
    const held = state[first] ?? 0;
    state[first] = state[second] ?? 0;
    state[second] = held;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  const result = Buffer.alloc(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(i, j);
    result[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  }
  return result;
}
