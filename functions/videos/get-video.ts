import { getVideo } from '../../shared/contract/routes/videos.ts';
import { assembleDocument } from '../../shared/domain/metadata/assemble.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo } from '../../shared/http/find-video.ts';
import { streamUrl, videoEntry } from '../../shared/http/video-view.ts';
import { openDocuments } from '../../shared/stores/documents.ts';
import { openUrlSigner } from '../../shared/stores/signed-urls.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  getVideo,
  { videos: openVideos, versions: openVersions, documents: openDocuments, signer: openUrlSigner },
  async ({ principal, params }, { videos, versions, documents, signer }) => {
    const { video, newest } = await findVideo({ videos, versions }, principal, params.id);
    const { width, height, fps, fileSize, failure } = video;
    const readMetadata = async () => {
      if (newest === null || video.status !== 'processed') return {};
      const { tracks, ...sections } = await documents.readAll(newest.parts);
      return assembleDocument(sections, tracks);
    };
    const [entry, url, metadata] = await Promise.all([
      videoEntry(video, signer),
      streamUrl(video, signer),
      readMetadata(),
    ]);
    return {
      body: {
        ...entry,
        width,
        height,
        fps,
        fileSize,
        streamUrl: url,
        metadata,
        ...(failure === null ? {} : { failure }),
      },
    };
  },
);
