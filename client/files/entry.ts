/** Uploads and downloads of files by their paths. */
import type { UploadCompleted } from '../answers.ts';
import { typedClient, type VideoMetadataClient } from '../package/create-client.ts';
import type { PartsOptions } from '../upload-in-parts.ts';
import { type ExportOptions, exportTo } from './export-to.ts';
import { uploadPath } from './upload-path.ts';

export type { ExportOptions };

/**
 * Uploads a file of any size, as `upload` does, read from disk as fast as the network takes it.
 * @throws UploadFailure; UnreadableFile; the operating system's error when the file cannot be opened
 */
export const uploadFile = (
  client: VideoMetadataClient,
  file: string,
  options?: PartsOptions,
): Promise<UploadCompleted> => uploadPath(typedClient(client), file, options);

/**
 * Exports a video and saves the file, which takes the place of another only once it is complete.
 * @param file where to; by default the working folder, under the id of the video
 * @returns where it is, and its size
 * @throws the operating system's error when the file cannot be written
 */
export const downloadExport = (
  client: VideoMetadataClient,
  videoId: string,
  file?: string,
  options?: ExportOptions,
): Promise<{ file: string; bytes: number }> => exportTo(typedClient(client), videoId, file, options);
