import type { VideoDetails } from '../../contract/schemas/metadata.ts';
import type { Container } from '../../contract/video-formats.ts';
import { emptySections } from '../../domain/document/document.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { readRecord } from '../../media/native/embedding.ts';
import type { Change } from '../../stores/documents/commit-version.ts';
import { restore } from './restore.ts';

/**
 * Version 1: the metadata that a native export brings back, or an empty document. Nothing about a document in the file
 * fails the video.
 * @throws what `source` throws
 */
export async function firstVersion(
  container: Container,
  source: ByteSource,
  videoDetails: VideoDetails,
): Promise<Change> {
  const record = await findRecord(container, source);
  const outcome = record && (await restore({ record, videoDetails }));
  if (outcome && 'packed' in outcome) {
    return {
      parts: {},
      packed: outcome.packed,
      labels: outcome.labels,
      description: 'Video processed, metadata restored from its export',
      restore: { status: 'restored' },
    };
  }
  return {
    parts: { ...emptySections(videoDetails), tracks: {} },
    description: 'Video processed',
    ...(outcome && { restore: { status: 'ignored', reason: outcome.ignored } }),
  };
}

/** Throws only what another attempt may not meet: that the file cannot be read now. Otherwise, null. */
async function findRecord(container: Container, source: ByteSource): Promise<Uint8Array | null> {
  let unread: unknown;
  const watched: ByteSource = {
    size: source.size,
    read: (start, end) =>
      source.read(start, end).catch((error: unknown) => {
        unread = error;
        throw error;
      }),
  };
  try {
    return await readRecord(container, watched);
  } catch (error) {
    if (error === unread) throw error;
    logger.error('no document looked for', { error: error as Error });
    return null;
  }
}
