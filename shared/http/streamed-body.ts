import { Readable } from 'node:stream';
import { CHUNK_BYTES } from '../kernel/bytes/chunks.ts';
import { logger } from '../kernel/logging/logging.ts';

/** Several pieces of which some are read already. */
async function* joined<Piece>(
  read: readonly IteratorResult<Piece, unknown>[],
  rest: AsyncIterator<Piece, unknown>,
): AsyncGenerator<Piece> {
  try {
    for (const { done, value } of read) if (!done) yield value;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    // The loop above passes an early end on only once it has come to the rest.
    await rest.return?.();
  }
}

/**
 * A body in UTF-8: short ones as text, which costs a fraction of a stream, and of which a failure to read it is answered. Others as
 * {@link streamedBody}, beginning with their first piece.
 */
export async function bodyOf(
  pieces: AsyncIterable<Uint8Array>,
  fields: Readonly<Record<string, unknown>>,
): Promise<string | Readable> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return '';
  if (first.value.length >= CHUNK_BYTES) return streamedBody(joined([first], rest), fields);
  const second = await rest.next();
  return second.done
    ? Buffer.from(first.value.buffer, first.value.byteOffset, first.value.byteLength).toString('utf8')
    : streamedBody(joined([first, second], rest), fields);
}

/**
 * The bytes of a body while they are read. When reading fails after the status was sent, the connection is broken off, so
 * that the client does not take the answer for complete. A client that stops reading early fails nothing.
 *
 * @param fields of the request, for the log
 */
export function streamedBody(
  pieces: AsyncIterable<Uint8Array>,
  fields: Readonly<Record<string, unknown>>,
): Readable {
  const logged = async function* () {
    // An error thrown into a generator at its yield comes from its reader: the connection has ended.
    let isHandedOver = false;
    try {
      for await (const piece of pieces) {
        isHandedOver = true;
        yield piece;
        isHandedOver = false;
      }
    } catch (error) {
      if (isHandedOver) logger.info('answer not read to its end', fields);
      else logger.error('answer broken off', { ...fields, error: error as Error });
      throw error;
    }
  };
  return Readable.from(logged());
}
