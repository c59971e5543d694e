import { Readable } from 'node:stream';
import { logger } from '../kernel/logging/logging.ts';

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
