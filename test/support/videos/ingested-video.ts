import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { settled, upload } from '../service/api.ts';
import { delivery, type Workbench } from '../service/workbench.ts';

/** Uploads a clip and removes the message that would start its ingest. */
export async function uploadedVideo(
  bench: Workbench,
  clip: string,
  fields: Record<string, string> = {},
  api = bench.api,
): Promise<{ id: string; message: string }> {
  const id = await upload(api, clip, fields);
  const message = (await bench.take('ingest')).find((body) => body.includes(id)) ?? '';
  return { id, message };
}

/** Uploads a clip, for the account that `api` is of, and has it ingested. */
export async function ingestedVideo(bench: Workbench, clip: string, api = bench.api): Promise<string> {
  const { id, message } = await uploadedVideo(bench, clip, {}, api);
  await ingest(delivery([message]));
  const { status } = await settled(api, id);
  if (status !== 'processed') throw new Error(`the video is ${status}`);
  return id;
}
