import path from 'node:path';
import type { Client } from '../client/client.ts';
import { downloadFile } from '../client/files/download-file.ts';
import type { ExportFormat } from '../shared/contract/export-formats.ts';
import { exportVideo } from '../shared/contract/routes/metadata.ts';
import type { Context } from './command.ts';
import { formatBytes } from './format.ts';

/**
 * Exports a video and saves the export under a progress bar.
 * @param out where to; by default the working folder, under the id of the video
 */
export async function exportWithProgress(
  { terminal, signal }: Context,
  client: Client,
  id: string,
  format: ExportFormat,
  out?: string,
): Promise<{ file: string; bytes: number }> {
  const { downloadUrl, fileSize } = await client.call(exportVideo, {
    params: { id },
    query: { format },
    signal,
  });
  const file = out ?? `${id}${path.extname(new URL(downloadUrl).pathname)}`;
  const progress = terminal.progress('Exporting ');
  try {
    await downloadFile(downloadUrl, file, {
      size: fileSize,
      onProgress: (received, total) => progress.update(received / total, formatBytes(received)),
      signal,
    });
    progress.done(`Exported ${format} (${formatBytes(fileSize)})`);
    return { file, bytes: fileSize };
  } finally {
    progress.stop();
  }
}
