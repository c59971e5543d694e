/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { embed } from '../media/native/clips.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { type Api, apiOf, fileForm, settled, type VideoBody } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { descendants, peakMegabytes, processesVisible } from '../support/service/processes.ts';
import { startTestService } from '../support/service/test-service.ts';

const POLL_MS = 10;
const MIB = 2 ** 20;

let attacker: Api;
let other: Api;
let clip: Buffer;
/** Uploads of less than 200 kB. */
let hostile: Buffer[];

beforeAll(async () => {
  const service = await startTestService();
  const keyOf = async (account: string) => (await createKey(service, { account })).secret;
  attacker = apiOf({ apiUrl: service.apiUrl, apiKey: await keyOf('attacker') });
  other = apiOf({ apiUrl: service.apiUrl, apiKey: await keyOf('other') });
  clip = await readFile(await shortClip(2));
  const documents = [
    `{"schemaVersion":"1.0","a":[${'0,'.repeat(31 * MIB)}0]}`,
    `{"schemaVersion":"1.0","layers":[${'{},'.repeat(20 * MIB)}{}]}`,
    `{"schemaVersion":"1.0","a":${'['.repeat(31 * MIB)}${']'.repeat(31 * MIB)}}`,
  ];
  hostile = await Promise.all(documents.map((document) => embed('mp4', clip, Buffer.from(document))));
});

async function upload(api: Api, file: Buffer): Promise<string> {
  const form = fileForm(new Uint8Array(file));
  const { status, body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
  expect(status).toBe(201);
  return body.id;
}

/** Milliseconds from upload to `processed`. */
async function timed(): Promise<number> {
  const start = performance.now();
  const id = await upload(other, clip);
  for (;;) {
    const { body } = await other<VideoBody>('GET', `/api/videos/${id}`);
    if (body.status === 'processed') return performance.now() - start;
    expect(body.failure).toBeUndefined();
    await delay(POLL_MS);
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('a document that would fill the memory delays the upload of another account little, and takes little', {
  timeout: 120_000,
}, async () => {
  await timed();
  const usual: number[] = [];
  const beside: number[] = [];
  for (const file of hostile) {
    usual.push(await timed());
    expect(file.length).toBeLessThan(200_000);
    const id = await upload(attacker, file);
    beside.push(await timed());
    const { status, restore } = await settled(attacker, id);
    expect([status, restore?.status]).toEqual(['processed', 'ignored']);
  }
  expect(median(beside)).toBeLessThan(3 * median(usual));
  if (!processesVisible) return;
  for (const { pid } of descendants(process.pid)) expect(peakMegabytes(pid) ?? 0).toBeLessThan(1000);
});
