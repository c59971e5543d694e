import { uuidv7 } from '../../../shared/domain/ids.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openVersions } from '../../../shared/stores/documents/versions.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';

/** Deletes a video as a process would that dies right after it has written the tombstone. */
export async function buryVideo(environment: Environment, videoId: string): Promise<void> {
  const owner = await openVideos(environment).ownerOf(videoId);
  await openVersions(environment).putTombstone(videoId, owner ?? '', uuidv7(systemRuntime));
}
