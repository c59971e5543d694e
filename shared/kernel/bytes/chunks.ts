/** Bytes to pass on at a time: every chunk has a cost of its own, whatever its size. */
export const CHUNK_BYTES = 64 * 1024;

/** The same bytes in chunks of at least `least` bytes, except the last. */
export async function* rechunk(
  chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  least = CHUNK_BYTES,
): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    held.push(bytes);
    size += bytes.length;
    if (size < least) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
