import type { ExportFormat } from '../../contract/routes/metadata.ts';
import type { Container } from '../../contract/video-formats.ts';
import { contentDisposition } from '../../domain/content-disposition.ts';
import { servedSchema } from '../../domain/document/schema-version.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { CONTENT_TYPES, type Video } from '../../domain/video.ts';
import type { Opened } from '../../kernel/runtime/openers.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { type MediaFiles, openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { putStream } from '../../stores/files/put-stream.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo, videoNotFound } from '../videos/find-video.ts';
import { writeNative } from './write-native.ts';

export const EXPORT_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  documents: openDocumentReader,
  files: openMediaFiles,
  signer: openUrlSigner,
  purger: openPurger,
};

/** The file of an export: what it is, and how it is made of the document's text. */
interface ExportFile {
  extension: Container | 'json';
  contentType: string;
  write: (files: MediaFiles, document: AsyncIterable<Buffer>, key: string) => Promise<void>;
}

const FILES: Readonly<Record<ExportFormat, (video: Video) => ExportFile>> = {
  native: (video) => ({
    extension: video.container,
    contentType: CONTENT_TYPES[video.container],
    write: (files, document, key) => writeNative(files, video, document, key),
  }),
  json: () => ({
    extension: 'json',
    contentType: 'application/json',
    write: (files, document, key) => putStream(files, key, document, 'application/json'),
  }),
};

/**
 * Exports the newest version of the caller's video. A file that was made before for the same version is served again.
 * @throws ApiError as `findProcessedVideo`
 */
export async function exportVideo(
  stores: Opened<typeof EXPORT_STORES>,
  principal: Principal,
  videoId: string,
  format: ExportFormat,
): Promise<{ downloadUrl: string; expiresAt: string; fileSize: number }> {
  const { documents, files, signer, purger } = stores;
  const { video, newest } = await findProcessedVideo(stores, principal, videoId);
  const { extension, contentType, write } = FILES[format](video);
  const key = mediaKeys.export(videoId, newest.version, servedSchema(newest.schemaVersion), extension);

  if ((await files.size(key)) === null) {
    await write(files, await documents.text(newest), key);
    if (await purger.purgeIfDeleted(principal.accountId, videoId)) throw videoNotFound();
  }
  const fileSize = await files.size(key);
  if (fileSize === null) throw videoNotFound();
  const disposition = contentDisposition(video.name, newest.version, extension);
  const { url, expiresAt } = await signer.sign(key, { contentType, disposition });
  return { downloadUrl: url, expiresAt, fileSize };
}
