import { listObjects } from '../../shared/contract/routes/objects.ts';
import { listTrackedObjects } from '../../shared/domain/document/tracked-objects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/service/videos/find-video.ts';
import { openDocumentReader } from '../../shared/stores/documents/documents.ts';
import { openVersionLists } from '../../shared/stores/documents/versions.ts';
import { openVideoReader } from '../../shared/stores/videos/videos.ts';

export const STORES = { videos: openVideoReader, versions: openVersionLists, documents: openDocumentReader };

export const handler = endpoint(
  listObjects,
  STORES,
  async ({ principal, params }, { videos, versions, documents }) => {
    const { newest } = await findProcessedVideo({ videos, versions }, principal, params.id);
    const objects = await documents.read(newest, 'objects');
    return { body: { objects: listTrackedObjects(objects) }, headers: { ETag: `"${newest.version}"` } };
  },
);
