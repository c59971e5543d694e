import type { ExportFormat } from '../client/answers.ts';
import type { Client } from '../client/client.ts';
import { exportTo } from '../client/files/export-to.ts';
import type { Context } from './command.ts';
import { formatBytes } from './format.ts';

/**
 * Exports a video and saves the export under a progress bar.
 * @param out where to; by default the working folder, under the id of the video
 */
export async function exportWithProgress(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  client: Client,
  id: string,
  format: ExportFormat,
  out?: string,
): Promise<{ file: string; bytes: number }> {
  const progress = terminal.progress('Exporting ');
  try {
    const exported = await exportTo(client, id, out, {
      format,
      onProgress: (received, total) => progress.update(received / total, formatBytes(received)),
      signal,
    });
    progress.done(`Exported ${format} (${formatBytes(exported.bytes)})`);
    return exported;
  } finally {
    progress.stop();
  }
}
