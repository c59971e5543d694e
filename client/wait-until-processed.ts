import { getVideo } from '../shared/contract/routes/videos.ts';
import type { Video } from './answers.ts';
import type { Client } from './client.ts';
import { VideoFailure } from './failure.ts';
import { type PollOptions, poll } from './poll.ts';

/**
 * Waits until a video is processed.
 * @throws VideoFailure when its file cannot be used; as `Client.call`
 */
export async function waitUntilProcessed(
  client: Client,
  id: string,
  options: PollOptions = {},
): Promise<Video> {
  const { signal } = options;
  const video = await poll(async () => {
    const current = await client.call(getVideo, { params: { id }, signal });
    return ['processed', 'failed'].includes(current.status) ? current : null;
  }, options);
  if (video.status === 'failed') throw new VideoFailure(video.failure);
  return video;
}
