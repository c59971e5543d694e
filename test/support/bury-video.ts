import { uuidv7 } from '../../shared/domain/ids.ts';
import { systemRuntime } from '../../shared/domain/runtime.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

/** What a deletion does that dies right after the step that counts. */
export async function buryVideo(environment: Environment, videoId: string): Promise<void> {
  const owner = await openVideos(environment).ownerOf(videoId);
  await openVersions(environment).bury(videoId, owner ?? '', uuidv7(systemRuntime));
}
