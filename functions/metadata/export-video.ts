import { exportVideo } from '../../shared/contract/routes/metadata.ts';
import { servedSchema } from '../../shared/domain/metadata/schema-version.ts';
import { attachment, CONTENT_TYPES, type Video } from '../../shared/domain/video.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo, videoNotFound } from '../../shared/http/find-video.ts';
import { planEmbedding } from '../../shared/media/native/embedding.ts';
import { assembleObject } from '../../shared/stores/assemble-object.ts';
import { openDocuments } from '../../shared/stores/documents.ts';
import { type MediaFiles, openMediaFiles } from '../../shared/stores/media-files.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import { putInPieces } from '../../shared/stores/put-in-pieces.ts';
import { openRemains } from '../../shared/stores/remains.ts';
import { openUrlSigner } from '../../shared/stores/signed-urls.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

/** Writes the original file with the document embedded; only small parts of it pass through here. */
async function writeNative(
  files: MediaFiles,
  video: Video,
  document: AsyncIterable<Uint8Array>,
  targetKey: string,
) {
  const sourceKey = mediaKeys.upload(video.accountId, video.videoId);
  const source = await files.open(sourceKey);
  if (source === null) throw videoNotFound();
  const { segments } = await planEmbedding(video.container, source, document);
  const contentType = CONTENT_TYPES[video.container];
  await assembleObject(files, { sourceKey, source, targetKey, contentType, pieces: segments });
}

export const handler = endpoint(
  exportVideo,
  {
    videos: openVideos,
    versions: openVersions,
    documents: openDocuments,
    files: openMediaFiles,
    signer: openUrlSigner,
    remains: openRemains,
  },
  async ({ principal, params, query }, stores) => {
    const { documents, files, signer, remains } = stores;
    const { video, newest } = await findProcessedVideo(stores, principal, params.id);
    const extension = query.format === 'json' ? 'json' : video.container;
    const contentType = query.format === 'json' ? 'application/json' : CONTENT_TYPES[video.container];
    const key = mediaKeys.export(params.id, newest.version, servedSchema(newest.schemaVersion), extension);

    if ((await files.size(key)) === null) {
      const document = await documents.text(newest);
      if (query.format === 'json') await putInPieces(files, key, document, contentType);
      else await writeNative(files, video, document, key);
      if (await remains.removeIfDeleted(principal.accountId, params.id)) throw videoNotFound();
    }
    const fileSize = await files.size(key);
    if (fileSize === null) throw videoNotFound();
    const disposition = attachment(video.name, extension);
    const { url, expiresAt } = await signer.sign(key, { contentType, disposition });
    return { body: { downloadUrl: url, expiresAt, fileSize } };
  },
);
