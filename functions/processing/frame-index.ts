import type { FrameIndex } from '../../shared/media/frame-index.ts';
import { decodeFrameIndex } from '../../shared/media/frame-index-codec.ts';
import type { MediaFiles } from '../../shared/stores/media-files.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';

/** The frame index that ingest stored for a processed video. */
export async function readFrameIndex(files: MediaFiles, videoId: string): Promise<FrameIndex> {
  const bytes = await files.get(mediaKeys.frameIndex(videoId));
  if (bytes === null) throw new Error(`Video ${videoId} has no frame index`);
  return decodeFrameIndex(bytes);
}
