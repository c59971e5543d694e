import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from '../videos/find-video.ts';

export const SUMMARY_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  documents: openDocumentReader,
};

/**
 * A project: a processed video, and how much its document holds to render.
 * @throws ApiError as `findProcessedVideo`
 */
export async function projectSummary(
  stores: Opened<typeof SUMMARY_STORES>,
  principal: Principal,
  projectId: string,
) {
  const { documents } = stores;
  const { video, newest } = await findProcessedVideo(stores, principal, projectId);
  const [layers, variables, rules] = await Promise.all([
    documents.read(newest, 'layers'),
    documents.read(newest, 'variables'),
    documents.read(newest, 'rules'),
  ]);
  const { videoId, name: title, fps, width, height, duration } = video;
  const overlays = layers.reduce((sum, layer) => sum + layer.overlays.length, 0);
  return {
    videoId,
    title,
    revision: newest.version,
    video: { title, fps, width, height, duration },
    summary: { overlays, variables: variables.length, rules: rules.length },
  };
}
