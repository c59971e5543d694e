import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../../client/client.ts';
import { patchMetadata } from '../../../shared/contract/routes/metadata.ts';
import { createSurface, listObjects } from '../../../shared/contract/routes/objects.ts';
import { getProcessingStatus, startProcessing } from '../../../shared/contract/routes/processing.ts';
import { getVideo, uploadVideo } from '../../../shared/contract/routes/videos.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { marked, surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Uploads a file, and waits until it can be played. */
async function upload(client: Client, file: string, name: string): Promise<string> {
  const clip = new Blob([await readFile(file)]);
  const body = () => {
    const form = new FormData();
    form.append('file', clip, 'clip.mp4');
    form.append('name', name);
    return form;
  };
  const { id } = await client.send(uploadVideo, { body });
  while ((await client.call(getVideo, { params: { id } })).status === 'processing') await delay(200);
  return id;
}

/** A video of moving things, which the built-in detector has found, with a title over it. */
export async function detectedVideo(client: Client): Promise<string> {
  using folder = temporaryFolder();
  const file = `${folder.path}/clip.mp4`;
  await synthesizeClip(file, { seconds: 6, width: 960, height: 540 });
  const id = await upload(client, file, 'Moving things, first take');
  const params = { id };
  await client.call(startProcessing, { params, body: {} });
  const isRunning = async () =>
    ['queued', 'processing'].includes((await client.call(getProcessingStatus, { params })).status);
  while (await isRunning()) await delay(500);
  return id;
}

/** A video with a poster that is followed as a surface, on which a picture of text lies in perspective. */
export async function surfaceVideo(client: Client): Promise<string> {
  const file = await surfaceClip(50, swinging);
  const id = await upload(client, file, 'The poster at the wall');
  const params = { id };
  const { objectId } = await client.call(createSurface, {
    params,
    body: { name: 'Poster', frame: 0, corners: marked(swinging(0)) },
  });
  const isFollowed = async () =>
    (await client.call(listObjects, { params })).objects.some(({ tracking }) => tracking === 'done');
  while (!(await isFollowed())) await delay(300);
  const anchor = { object: objectId, x: 0.5, y: 0.5 };
  const config = { text: 'Ferries at seven', size: 0.2, color: '#ffffff', background: '#0b3a66e6', anchor };
  const overlay = { id: 'title', name: 'Sign on the poster', plugin: { type: 'core:text', config } };
  await client.call(patchMetadata, {
    params,
    body: { layers: [{ id: 'signs', name: 'Signs', overlays: [overlay] }] },
  });
  return id;
}

/** Further videos, for the list. */
export async function otherVideos(client: Client): Promise<void> {
  using folder = temporaryFolder();
  for (const [seed, name] of [
    'Street crossing, camera 2',
    'Assembly line, night shift',
    'כניסה ראשית',
    'Goal line 🏁',
  ].entries()) {
    const file = `${folder.path}/${seed}.mp4`;
    await synthesizeClip(file, { seconds: 1.5, width: 640, height: 360, seed: seed + 2 });
    await upload(client, file, name);
  }
}
