import { getVideo } from '../../shared/contract/routes/videos.ts';
import { JsonStream } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo } from '../../shared/service/videos/find-video.ts';
import { streamUrl, videoEntry } from '../../shared/service/videos/video-view.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openUrlSigner } from '../../shared/stores/files/url-signer.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  getVideo,
  { videos: openVideos, versions: openVersions, documents: openDocuments, signer: openUrlSigner },
  async ({ principal, params }, { videos, versions, documents, signer }) => {
    const { video, newest } = await findVideo({ videos, versions }, principal, params.id);
    const { width, height, fps, fileSize, failure, restore } = video;
    const [entry, url, metadata] = await Promise.all([
      videoEntry(video, signer),
      streamUrl(video, signer),
      newest !== null && video.status === 'processed' ? documents.text(newest) : null,
    ]);
    const figures = {
      ...entry,
      width,
      height,
      fps,
      fileSize,
      streamUrl: url,
      ...(failure && { failure }),
      ...(restore && { restore }),
    };
    return {
      body:
        metadata === null ? { ...figures, metadata: {} } : new JsonStream(withMetadata(figures, metadata)),
    };
  },
);

/** The JSON of the figures with the document's as their last member. */
async function* withMetadata(figures: object, document: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(figures).slice(0, -1)},"metadata":`);
  yield* document;
  yield Buffer.from('}');
}
