import path from 'node:path';
import { exportVideo } from '../../shared/contract/routes/metadata.ts';
import type { ExportFormat } from '../answers.ts';
import type { Client } from '../client.ts';
import { type DownloadOptions, downloadFile } from './download-file.ts';

export interface ExportOptions extends Pick<DownloadOptions, 'onProgress' | 'signal'> {
  /** `native`, the default: the video with its metadata; `json`: the metadata. */
  format?: ExportFormat | undefined;
}

/**
 * Exports a video and saves the file.
 * @param file where to; by default the working folder, under the id of the video
 * @returns where it is, and its size
 * @throws as `Client.call` and `downloadFile`
 */
export async function exportTo(
  client: Client,
  id: string,
  file?: string,
  { format, onProgress, signal }: ExportOptions = {},
): Promise<{ file: string; bytes: number }> {
  const query = { ...(format !== undefined && { format }) };
  const { downloadUrl, fileSize } = await client.call(exportVideo, { params: { id }, query, signal });
  const target = file ?? `${id}${path.extname(new URL(downloadUrl).pathname)}`;
  await downloadFile(downloadUrl, target, { size: fileSize, onProgress, signal });
  return { file: target, bytes: fileSize };
}
