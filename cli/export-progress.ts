import type { Client } from '../client/client.ts';
import { downloadFile } from '../client/files/download-file.ts';
import { type ExportFormat, exportVideo } from '../shared/contract/routes/metadata.ts';
import type { Context } from './command.ts';
import { formatBytes } from './format.ts';

/** Exports a video and saves the export under a progress bar. @returns its bytes */
export async function exportWithProgress(
  { terminal, signal }: Context,
  client: Client,
  id: string,
  format: ExportFormat,
  file: string,
): Promise<number> {
  const { downloadUrl, fileSize } = await client.call(exportVideo, {
    params: { id },
    query: { format },
    signal,
  });
  const progress = terminal.progress('Exporting ');
  try {
    await downloadFile(downloadUrl, file, {
      size: fileSize,
      onProgress: (received, total) => progress.update(received / total, formatBytes(received)),
      signal,
    });
    progress.done(`Exported ${format} (${formatBytes(fileSize)})`);
    return fileSize;
  } finally {
    progress.stop();
  }
}
