import { ApiError } from '../../shared/contract/errors.ts';
import { rangeDetails } from '../../shared/contract/range.ts';
import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { JsonStream } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/service/videos/find-video.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { isTombstone, openVersions } from '../../shared/stores/documents/versions.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  getMetadata,
  { videos: openVideos, versions: openVersions, documents: openDocuments },
  async ({ principal, params, query }, { videos, versions, documents }) => {
    const { newest } = await findProcessedVideo({ videos, versions }, principal, params.id);
    const wanted = query.version ?? newest.version;
    const version = wanted === newest.version ? newest : await versions.get(params.id, wanted);
    if (version === null || isTombstone(version)) {
      throw new ApiError('VERSION_NOT_FOUND', `There is no version ${wanted}.`, {
        field: 'version',
        details: rangeDetails({ min: 1, max: newest.version, provided: wanted }),
      });
    }
    const document = new JsonStream(await documents.text(version));
    return { body: document, headers: { ETag: `"${version.version}"` } };
  },
);
