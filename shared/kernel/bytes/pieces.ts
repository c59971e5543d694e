/** What is passed on at a time: every piece costs something, whatever its size. */
export const PIECE_BYTES = 64 * 1024;

/** Joins pieces until they have `least` bytes. */
export async function* inLargePieces(
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  least = PIECE_BYTES,
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
