import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import { nameOfFile } from '../../contract/schemas/primitives.ts';
import type { uploadResult } from '../../contract/schemas/video.ts';
import { CONTAINERS, type Container } from '../../contract/video-formats.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { newVideo, type Video } from '../../domain/video.ts';
import { bytesSource } from '../../kernel/bytes/byte-source.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { requireAnnouncedVideo } from '../../media/container/announced-video.ts';
import { requireContainer } from '../../media/container/require-container.ts';
import { StructureReader } from '../../media/container/structure-reader.ts';
import { MediaError } from '../../media/headers/media-error.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { traceOrigin } from '../../stores/tracing/continue-trace.ts';
import { type AdmissionStores, admitVideo } from './admit-video.ts';

function refused(error: unknown): never {
  if (!(error instanceof MediaError)) throw error;
  throw new ApiError('UNSUPPORTED_FORMAT', error.message, { field: 'file' });
}

/** The container, judged by the file's bytes. A damaged header passes: the ingest reports it. */
async function containerOf(bytes: Uint8Array): Promise<Container> {
  const source = bytesSource(bytes);
  const container = await requireContainer(source).catch(refused);
  await requireAnnouncedVideo(container, new StructureReader(source)).catch(refused);
  return container;
}

/** A form with a file. */
export interface UploadForm {
  fields: { name?: string | undefined; autoProcess: boolean };
  file: { bytes: Uint8Array; name: string };
}

/** The answer to a form. */
export type StoredFile = z.input<typeof uploadResult>;

/** Stores a file that came in a form as a new video. */
export async function storeFile(
  stores: AdmissionStores & { files: MediaFiles },
  accountId: string,
  { fields: { name, autoProcess }, file }: UploadForm,
): Promise<StoredFile> {
  const { runtime } = stores.environment;
  const container = await containerOf(file.bytes);
  const uploading = newVideo({
    accountId,
    videoId: uuidv7(runtime),
    name: name ?? nameOfFile(file.name),
    container,
    fileSize: file.bytes.length,
    autoProcess,
    createdAt: isoNow(runtime),
    ...requestOrigin(),
    ...traceOrigin(),
  });
  // The whole file is here; it may wait for others before it is examined.
  const video: Video = { ...uploading, status: 'processing' };
  const key = mediaKeys.upload(accountId, video.videoId);
  const excess = await admitVideo(stores, video, () =>
    stores.files.put(key, file.bytes, CONTAINERS[container]),
  );
  if (excess !== null) throw quotaExceeded(excess);
  return { id: video.videoId, name: video.name, status: uploading.status, uploadProgress: 0 };
}
