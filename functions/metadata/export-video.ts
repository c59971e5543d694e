import { exportVideo } from '../../shared/contract/routes/metadata.ts';
import { contentDisposition } from '../../shared/domain/content-disposition.ts';
import { servedSchema } from '../../shared/domain/document/schema-version.ts';
import { CONTENT_TYPES } from '../../shared/domain/video.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { writeNative } from '../../shared/service/exports/write-native.ts';
import { findProcessedVideo, videoNotFound } from '../../shared/service/videos/find-video.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { putStream } from '../../shared/stores/files/put-stream.ts';
import { openUrlSigner } from '../../shared/stores/files/url-signer.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  exportVideo,
  {
    videos: openVideos,
    versions: openVersions,
    documents: openDocuments,
    files: openMediaFiles,
    signer: openUrlSigner,
    purger: openPurger,
  },
  async ({ principal, params, query }, stores) => {
    const { documents, files, signer, purger } = stores;
    const { video, newest } = await findProcessedVideo(stores, principal, params.id);
    const extension = query.format === 'json' ? 'json' : video.container;
    const contentType = query.format === 'json' ? 'application/json' : CONTENT_TYPES[video.container];
    const key = mediaKeys.export(params.id, newest.version, servedSchema(newest.schemaVersion), extension);

    if ((await files.size(key)) === null) {
      const document = await documents.text(newest);
      if (query.format === 'json') await putStream(files, key, document, contentType);
      else await writeNative(files, video, document, key);
      if (await purger.purgeIfDeleted(principal.accountId, params.id)) throw videoNotFound();
    }
    const fileSize = await files.size(key);
    if (fileSize === null) throw videoNotFound();
    const disposition = contentDisposition(video.name, extension);
    const { url, expiresAt } = await signer.sign(key, { contentType, disposition });
    return { body: { downloadUrl: url, expiresAt, fileSize } };
  },
);
