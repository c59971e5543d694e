import { ApiError } from '../../shared/contract/errors.ts';
import { emptySections, type VideoDetails } from '../../shared/domain/metadata/document.ts';
import { parseDocument } from '../../shared/domain/metadata/split.ts';
import type { ByteSource } from '../../shared/media/byte-source.ts';
import { readEmbedded } from '../../shared/media/native/embedding.ts';
import type { Container } from '../../shared/media/sniff.ts';
import type { Change } from '../../shared/stores/commit.ts';

/** Version 1: the metadata that a native export brings back, or an empty document. */
export async function firstVersion(
  container: Container,
  source: ByteSource,
  details: VideoDetails,
): Promise<Change> {
  const embedded = await readEmbedded(container, source);
  if (embedded !== null) {
    try {
      const { sections, tracks } = parseDocument(Buffer.from(embedded).toString('utf8'), details);
      return {
        parts: { ...sections, tracks },
        description: 'Video processed, metadata restored from its export',
      };
    } catch (error) {
      // Somebody else's document, or one that was tampered with: the video itself is fine.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return { parts: { ...emptySections(details), tracks: {} }, description: 'Video processed' };
}
