import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../../client/client.ts';
import { getMetadata, patchMetadata } from '../../../shared/contract/routes/metadata.ts';
import { listObjects } from '../../../shared/contract/routes/object-queries.ts';
import { createSurface, patchObject } from '../../../shared/contract/routes/objects.ts';
import { getProcessingStatus, startProcessing } from '../../../shared/contract/routes/processing.ts';
import { getVideo, uploadVideo } from '../../../shared/contract/routes/videos.ts';
import type { BoxKeyframe } from '../../../shared/contract/schemas/metadata.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
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
  while ((await client.call(getVideo, { params: { id } })).status !== 'processed') await delay(200);
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
  const { objects } = await client.call(getMetadata, { params });
  for (const { id: objectId, track } of Object.values(objects)) {
    const userLabel = nameOf(track[0] as BoxKeyframe);
    await client.call(patchObject, { params: { id, objectId }, body: { userLabel } });
  }
  return id;
}

/** Where the things of the clip are in its first frame, fractions; one comes later. */
const THINGS = [
  { name: 'Crate', x: 0.88, y: 0.56 },
  { name: 'Warning sign', x: 0.66, y: 0.17 },
  { name: 'Checker card', x: 0.32, y: 0.85 },
  { name: 'Beach ball', x: 0.1, y: 0.54 },
] as const;

function nameOf({ frame, x, y, width, height }: BoxKeyframe): string {
  const distance = (thing: { x: number; y: number }) =>
    Math.hypot(thing.x - x - width / 2, thing.y - y - height / 2);
  const [nearest] = THINGS.toSorted((a, b) => distance(a) - distance(b));
  return frame > 30 ? 'Planet' : (nearest?.name ?? '');
}

/** A place on the wall, as one that is looked at from the side. */
const WALL = [
  { x: 0.05, y: 0.08 },
  { x: 0.3, y: 0.14 },
  { x: 0.3, y: 0.36 },
  { x: 0.05, y: 0.42 },
];

/** A video in which a part of the wall is tracked as a surface, on which a text lies. */
export async function surfaceVideo(client: Client): Promise<string> {
  using folder = temporaryFolder();
  const file = `${folder.path}/clip.mp4`;
  await synthesizeClip(file, { seconds: 3, width: 960, height: 540, seed: 5 });
  const id = await upload(client, file, 'Second take, with a sign');
  const params = { id };
  const body = { name: 'Sign', frame: 0, corners: WALL };
  const { objectId } = await client.call(createSurface, { params, body });
  const isFollowed = async () =>
    (await client.call(listObjects, { params })).objects.some(({ tracking }) => tracking === 'done');
  while (!(await isFollowed())) await delay(300);
  const anchor = { object: objectId, x: 0.5, y: 0.5 };
  const config = { text: 'Gate 7', size: 0.3, color: '#ffffff', background: '#0b3a66e6', anchor };
  const overlay = { id: 'title', name: 'Gate', plugin: { type: 'core:text', config } };
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
    'Goal line',
  ].entries()) {
    const file = `${folder.path}/${seed}.mp4`;
    await synthesizeClip(file, { seconds: 1.5, width: 640, height: 360, seed: seed + 2 });
    await upload(client, file, name);
  }
}
