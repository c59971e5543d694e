import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { decodeFrameIndex } from '../../media/probe/frame-index-codec.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';

/** The frame index that ingest stored for a processed video. */
export async function readFrameIndex(files: MediaFiles, videoId: string): Promise<FrameIndex> {
  const bytes = await files.get(mediaKeys.frameIndex(videoId));
  if (bytes === null) throw new Error(`Video ${videoId} has no frame index`);
  return decodeFrameIndex(bytes);
}
