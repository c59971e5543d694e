import { CONTENT_TYPES, type Video } from '../../domain/video.ts';
import { planEmbedding } from '../../media/native/embedding.ts';
import { assembleObject } from '../../stores/files/assemble-object.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { videoNotFound } from '../videos/find-video.ts';

/**
 * Writes the original file with the document embedded; only small parts of it pass through here.
 * @throws ApiError `VIDEO_NOT_FOUND` when the file is gone
 */
export async function writeNative(
  files: MediaFiles,
  video: Video,
  document: AsyncIterable<Uint8Array>,
  targetKey: string,
): Promise<void> {
  const sourceKey = mediaKeys.upload(video.accountId, video.videoId);
  const source = await files.open(sourceKey);
  if (source === null) throw videoNotFound();
  const { pieces } = await planEmbedding(video.container, source, document);
  const contentType = CONTENT_TYPES[video.container];
  await assembleObject(files, { sourceKey, source, targetKey, contentType, pieces });
}
