/** What is passed on at a time: every piece costs something, whatever its size. */
export const CHUNK_BYTES = 64 * 1024;

/** Joins pieces until they have `least` bytes. */
export async function* rechunk(
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  least = CHUNK_BYTES,
): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    held.push(bytes);
    size += bytes.length;
    if (size < least) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
