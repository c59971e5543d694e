import { ApiError } from '../../contract/errors.ts';
import { isOtherFile, partsOf } from '../../domain/direct-upload.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { UPLOAD_INCOMPLETE, UPLOAD_MISMATCH, type Video, type VideoStatus } from '../../domain/video.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { type CompletionRefusal, openUploadControl } from '../../stores/files/direct-uploads.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';
import { findVideo, isDeleted, videoNotFound } from '../videos/find-video.ts';

export const COMPLETION_STORES = {
  videos: openVideoWriter,
  versions: openVersionLists,
  files: openMediaFiles,
  uploads: openUploadControl,
};

interface NamedPart {
  number: number;
  etag: string;
}

/** Parts named in an error. */
const MISSING_NAMED = 100;

const invalid = (message: string, field: string, details?: Record<string, unknown>): ApiError =>
  new ApiError('INVALID_PARAMETER', message, { field, details });

/**
 * The parts in the order of their numbers.
 * @throws ApiError unless each part of the file is named once
 */
function everyPart(named: readonly NamedPart[], count: number): NamedPart[] {
  const byNumber = new Map(named.map(({ number, etag }) => [number, etag.replaceAll('"', '')]));
  if (byNumber.size < named.length) throw invalid('A part is named twice.', 'parts');
  const unknown = named.find(({ number }) => number > count);
  if (unknown !== undefined) {
    throw invalid(`The file has ${count} parts.`, 'parts', { min: 1, max: count, provided: unknown.number });
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !byNumber.has(number));
  if (missing.length > 0) {
    throw invalid(`${missing.length} of ${count} parts are not named.`, 'parts', {
      missing: missing.slice(0, MISSING_NAMED),
    });
  }
  return [...byNumber].map(([number, etag]) => ({ number, etag })).sort((a, b) => a.number - b.number);
}

/** The upload stays open after each of these: parts may be sent again. */
const refusals: Record<Exclude<CompletionRefusal, 'not-open' | 'wrong-checksum'>, () => ApiError> = {
  'wrong-parts': () => invalid('A part has not arrived, or has another ETag than the one named.', 'parts'),
  'wrong-size': () => invalid('The parts are not the size that was announced.', 'fileSize'),
};

/** @throws ApiError where the file is another one than was sent, however often the request is repeated */
function statusOf({ status, failure }: Video): VideoStatus {
  if (failure?.code !== UPLOAD_MISMATCH.code) return status;
  const message = `${failure.message} The upload is over and its video has failed; upload the file once more.`;
  throw invalid(message, 'crc64nvme');
}

/**
 * Makes one object of the parts that a direct upload has sent. Can be repeated; once the upload is over, nothing happens.
 * S3 tells the checksum of the object only when it is there. So what the client states is noted before: the ingest compares
 * it as well, and the video is not processed even where the answer of S3, or this process, is lost.
 * @returns the status of the video then
 * @throws ApiError `INVALID_PARAMETER`; as `findVideo`
 */
export async function completeUpload(
  stores: Opened<typeof COMPLETION_STORES>,
  principal: Principal,
  videoId: string,
  { parts, crc64nvme }: { parts: readonly NamedPart[]; crc64nvme?: string | undefined },
): Promise<VideoStatus> {
  const { videos, files, uploads } = stores;
  const { accountId } = principal;
  const { video } = await findVideo(stores, principal, videoId);
  if (video.status !== 'uploading' || video.upload === undefined) return statusOf(video);

  const { uploadId, partSize } = video.upload;
  const key = mediaKeys.upload(accountId, videoId);
  const every = everyPart(parts, partsOf(video.fileSize, partSize).length);
  if (video.upload.crc64nvme !== crc64nvme) await videos.noteChecksum(video, crc64nvme);
  const refusal = await uploads.complete(key, uploadId, { parts: every, size: video.fileSize, crc64nvme });

  if (refusal === null) await videos.beginProcessing(video);
  // The ingest may have been faster, where the store shows it no checksum.
  else if (refusal === 'wrong-checksum') await videos.rejectFile(video);
  else if (refusal !== 'not-open') throw refusals[refusal]();
  else {
    // It was completed, by another call or by this one in an attempt whose reply was lost, or it was given up.
    const object = await files.open(key);
    if (object === null) await videos.markFailed(video, UPLOAD_INCOMPLETE);
    else if (isOtherFile({ fileSize: video.fileSize, crc64nvme }, object)) {
      await videos.markFailed(video, UPLOAD_MISMATCH);
    } else await videos.beginProcessing(video);
  }
  if (await isDeleted(stores, videoId)) throw videoNotFound();
  const current = await videos.get(accountId, videoId);
  if (current === null) throw videoNotFound();
  return statusOf(current);
}
