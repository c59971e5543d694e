import { getProject } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/service/videos/find-video.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  getProject,
  { videos: openVideos, versions: openVersions, documents: openDocuments },
  async ({ principal, params }, { videos, versions, documents }) => {
    const { video, newest } = await findProcessedVideo({ videos, versions }, principal, params.videoId);
    const [layers, variables, rules] = await Promise.all([
      documents.read(newest, 'layers'),
      documents.read(newest, 'variables'),
      documents.read(newest, 'rules'),
    ]);
    const { videoId, name: title, fps, width, height, duration } = video;
    const overlays = layers.reduce((sum, layer) => sum + layer.overlays.length, 0);
    return {
      body: {
        videoId,
        title,
        revision: newest.version,
        video: { title, fps, width, height, duration },
        summary: { overlays, variables: variables.length, rules: rules.length },
      },
    };
  },
);
