import { json } from 'node:stream/consumers';
import { type ExportFormat, exportFile } from '../../contract/export-formats.ts';
import type { MetadataDocument } from '../../contract/schemas/metadata.ts';
import { contentDisposition } from '../../domain/content-disposition.ts';
import { servedSchema } from '../../domain/document/schema-version.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo, isDeleted, videoNotFound } from '../videos/find-video.ts';
import { EXPORT_WRITERS } from './export-writers.ts';

export const EXPORT_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  documents: openDocumentReader,
  files: openMediaFiles,
  signer: openUrlSigner,
};

/**
 * Exports the newest version of the caller's video. A file that was made before for the same version is served again; those of
 * earlier versions in the same format are removed, as exports take nothing of the account's quota.
 * @throws ApiError as `findProcessedVideo`
 */
export async function exportVideo(
  stores: Opened<typeof EXPORT_STORES>,
  principal: Principal,
  videoId: string,
  format: ExportFormat,
): Promise<{ downloadUrl: string; expiresAt: string; fileSize: number }> {
  const { documents, files, signer } = stores;
  const { video, newest } = await findProcessedVideo(stores, principal, videoId);
  const { extension, mediaType } = exportFile(format, video.container);
  const key = mediaKeys.export(videoId, newest.version, servedSchema(newest.schemaVersion), extension);

  if ((await files.size(key)) === null) {
    const text = () => documents.text(newest);
    // What the service has written is read without a check.
    const parsed = async () => (await json(await text())) as MetadataDocument;
    const [written] = await Promise.allSettled([
      EXPORT_WRITERS[format](files, { video, document: { text, parsed } }, { key, mediaType }),
    ]);
    // Also where writing failed: what it reads is removed with the video.
    if (await isDeleted(stores, videoId)) throw videoNotFound();
    if (written.status === 'rejected') throw written.reason;
    for await (const { key: other } of files.list(mediaKeys.exports(videoId))) {
      if (mediaKeys.isEarlierExport(other, key)) await files.delete(other);
    }
  }
  const fileSize = await files.size(key);
  if (fileSize === null) throw videoNotFound();
  const disposition = contentDisposition(video.name, newest.version, extension);
  const { url, expiresAt } = await signer.sign(key, { contentType: mediaType, disposition });
  return { downloadUrl: url, expiresAt, fileSize };
}
