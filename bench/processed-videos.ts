import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { uploadFile } from '../client/files/upload-file.ts';
import { getVideo } from '../shared/contract/routes/videos.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';

const POLL_MS = 50;

/** Waits until a video is processed. */
export async function untilProcessed(client: Client, id: string): Promise<void> {
  while ((await client.call(getVideo, { params: { id } })).status !== 'processed') await setTimeout(POLL_MS);
}

/** Ids of so many processed videos of a second. @param folder for the clip */
export async function processedVideos(client: Client, folder: string, count: number): Promise<string[]> {
  const file = path.join(folder, 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 90, fps: 10 });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await uploadFile(client, file)).id);
  for (const id of ids) await untilProcessed(client, id);
  return ids;
}
