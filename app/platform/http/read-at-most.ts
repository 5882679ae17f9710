/**
 * Reads a body and counts the bytes that arrive: headers may lie, and compressed bodies may expand a thousandfold.
 * @returns undefined if there are more than `maxBytes`; the rest is cancelled unread
 * @throws if the connection ends before the body does
 */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
