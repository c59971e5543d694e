import { logger } from '../../kernel/logging/logging.ts';
import type { Version } from '../../stores/documents/versions.ts';
import type { VideoWriter } from '../../stores/videos/videos.ts';

/**
 * Notes the newest version in the video's own item, from which lists are read. A failure is only logged: the version
 * stands, so its writer must not get an error, and the next write corrects the item.
 */
export async function noteChange(
  videos: Pick<VideoWriter, 'noteChange'>,
  accountId: string,
  version: Version,
): Promise<void> {
  const { videoId, version: number } = version;
  await videos.noteChange(accountId, videoId, version).catch((error: unknown) => {
    logger.error('change not noted', { accountId, videoId, version: number, error: error as Error });
  });
}
