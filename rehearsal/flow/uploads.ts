import { type ExportFormat, exportFile } from '../../shared/contract/export-formats.ts';
import { exportVideo } from '../../shared/contract/routes/metadata.ts';
import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { completeUpload, getUpload, getVideo, uploadVideo } from '../../shared/contract/routes/videos.ts';
import { expectEqual } from './expect.ts';
import type { Rehearsed } from './rehearsed.ts';

/** Uploads the clip in a form. @returns the video's id */
export async function uploadInForm(
  { client, clip }: Rehearsed,
  fields: Record<string, string> = {},
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([clip]), 'clip.mp4');
  return (await client.send(uploadVideo, { body: () => form })).id;
}

/** Uploads the clip in a form, and waits until it is processed. */
export async function ingested(rehearsed: Rehearsed): Promise<string> {
  const id = await uploadInForm(rehearsed);
  await rehearsed.deployment.settle();
  expectEqual('status after the ingest', await statusOf(rehearsed, id), 'processed');
  return id;
}

/** Announces an upload of the clip's size, whose bytes are sent by nobody yet. */
export async function announce({ client, clip }: Rehearsed, more: object = {}): Promise<string> {
  const body = JSON.stringify({ fileName: 'clip.mp4', fileSize: clip.length, ...more });
  const headers = { 'Content-Type': 'application/json' };
  return (await client.send(uploadVideo, { body: () => body, headers })).id;
}

/** Sends the bytes of an announced upload, and completes it. */
export async function sendAnnounced({ client, clip }: Rehearsed, id: string): Promise<void> {
  const { remaining } = await client.call(getUpload, { params: { id } });
  const parts = [];
  for (const { number, url } of remaining) {
    const answer = await fetch(url, { method: 'PUT', body: clip });
    expectEqual('status of a part', answer.status, 200);
    parts.push({ number, etag: answer.headers.get('etag') ?? '' });
  }
  await client.call(completeUpload, { params: { id }, body: { parts } });
}

export const statusOf = async ({ client }: Rehearsed, id: string): Promise<string> =>
  (await client.call(getVideo, { params: { id } })).status;

export const jobStateOf = async ({ client }: Rehearsed, id: string): Promise<string> =>
  (await client.call(getProcessingStatus, { params: { id } })).status;

/** Exports a video, and fetches the file by the URL that is handed out. */
export async function exported({ client }: Rehearsed, id: string, format: ExportFormat): Promise<Buffer> {
  const { downloadUrl, fileSize } = await client.call(exportVideo, { params: { id }, query: { format } });
  const answer = await fetch(downloadUrl);
  expectEqual(`status of the ${format} export`, answer.status, 200);
  // The clip is an MP4.
  const { mediaType } = exportFile(format, 'mp4');
  expectEqual(`media type of the ${format} export`, answer.headers.get('content-type'), mediaType);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expectEqual(`size of the ${format} export`, bytes.length, fileSize);
  return bytes;
}
