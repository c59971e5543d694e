import type { ExportFormat } from '../../contract/export-formats.ts';
import type { MetadataDocument } from '../../contract/schemas/metadata.ts';
import type { Video } from '../../domain/video.ts';
import { planEmbedding } from '../../media/native/embedding.ts';
import { assembleObject } from '../../stores/files/assemble-object.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { putStream } from '../../stores/files/put-stream.ts';
import { videoNotFound } from '../videos/find-video.ts';

/** The document of a version as clients read it; it is read when a writer asks for it. */
interface ExportedDocument {
  /**
   * Its JSON in UTF-8, in chunks, of which one is held at a time.
   * @throws before it resolves if a part is missing
   */
  text(): Promise<AsyncIterable<Buffer>>;
  /** The whole document in memory: its JSON alone may have 64 MiB. */
  parsed(): Promise<MetadataDocument>;
}

/** What is exported. */
interface ExportSource {
  readonly video: Video;
  readonly document: ExportedDocument;
}

/** The object of the bucket that becomes the export. */
interface ExportTarget {
  readonly key: string;
  readonly mediaType: string;
}

/** Writes an export. Where it fails there must be no object, since the export that is there is served again. */
type ExportWriter = (files: MediaFiles, source: ExportSource, target: ExportTarget) => Promise<void>;

/**
 * The original file with the document embedded; only small parts of the file pass through here.
 * @throws ApiError `VIDEO_NOT_FOUND` when the file is gone
 */
const writeNative: ExportWriter = async (files, { video, document }, { key, mediaType }) => {
  const text = await document.text();
  const sourceKey = mediaKeys.upload(video.accountId, video.videoId);
  const source = await files.open(sourceKey);
  if (source === null) throw videoNotFound();
  const { pieces } = await planEmbedding(video.container, source, text);
  await assembleObject(files, { sourceKey, source, targetKey: key, contentType: mediaType, pieces });
};

const writeJson: ExportWriter = async (files, { document }, { key, mediaType }) =>
  putStream(files, key, await document.text(), mediaType);

export const EXPORT_WRITERS: Readonly<Record<ExportFormat, ExportWriter>> = {
  native: writeNative,
  json: writeJson,
};
