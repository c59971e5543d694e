import type { Client } from '../../client/client.ts';
import { expectEqual } from '../flow/expect.ts';
import type { Actor } from './actor.ts';

/** Uploads a file in a form. @returns the video's id */
export async function uploadForm(
  { client, api, clip }: Actor,
  { fields = {}, file = clip }: { fields?: Record<string, string>; file?: Uint8Array<ArrayBuffer> } = {},
): Promise<string> {
  const body = (): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file]), 'clip.mp4');
    return form;
  };
  return (await client.send(api.videos.uploadVideo, { body })).id;
}

/** Announces a file that is sent in parts. @returns the video's id */
export async function announceFile({ client, api, clip }: Actor): Promise<string> {
  const body = JSON.stringify({ fileName: 'clip.mp4', fileSize: clip.length });
  const headers = { 'Content-Type': 'application/json' };
  return (await client.send(api.videos.uploadVideo, { body: () => body, headers })).id;
}

/** Sends what an announced file still lacks. @returns the parts */
export async function sendParts(
  { client, api, clip }: Actor,
  id: string,
): Promise<{ number: number; etag: string }[]> {
  const { remaining } = await client.call(api.videos.getUpload, { params: { id } });
  const parts = [];
  for (const { number, url } of remaining) {
    const answer = await fetch(url, { method: 'PUT', body: clip });
    expectEqual('status of a part', answer.status, 200);
    parts.push({ number, etag: answer.headers.get('etag') ?? '' });
  }
  return parts;
}

export const statusOf = async ({ client, api }: Actor, id: string): Promise<string> =>
  (await client.call(api.videos.getVideo, { params: { id } })).status;

export const jobOf = async ({ client, api }: Actor, id: string): Promise<string> =>
  (await client.call(api.processing.getProcessingStatus, { params: { id } })).status;

/** A video that is ready. */
export async function readyVideo(actor: Actor): Promise<string> {
  const id = await uploadForm(actor);
  await actor.deployment.rest();
  expectEqual('status of a video', await statusOf(actor, id), 'processed');
  return id;
}

export const start = ({ client, api }: Actor, id: string): Promise<unknown> =>
  client.call(api.processing.startProcessing, { params: { id } });

const CORNERS = [
  { x: 0.3, y: 0.3 },
  { x: 0.7, y: 0.3 },
  { x: 0.7, y: 0.7 },
  { x: 0.3, y: 0.7 },
];

export const markSurface = ({ client, api }: Actor, id: string): Promise<unknown> =>
  client.call(api.objects.createSurface, {
    params: { id },
    body: { name: 'Poster', frame: 4, corners: CORNERS },
  });

/** How far the tracking of the one object of a video is. */
export async function trackingOf({ client, api }: Actor, id: string): Promise<string> {
  const { objects } = await client.call(api.objects.listObjects, { params: { id } });
  const [object, ...others] = objects;
  return object === undefined || others.length > 0
    ? `${objects.length} objects`
    : String((object as { tracking?: string }).tracking);
}

/** Status of an answer to a call that may be refused. */
export async function answerOf(client: Client, { api }: Actor, id: string): Promise<number> {
  return client.call(api.videos.getVideo, { params: { id } }).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );
}
