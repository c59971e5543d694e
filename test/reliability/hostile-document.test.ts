/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { embed } from '../media/native/clips.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { type Api, apiOf, fileForm, settled } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { descendants, peakMegabytes, processesVisible } from '../support/service/processes.ts';
import { startTestService } from '../support/service/test-service.ts';

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

async function processedVideo(api: Api): Promise<void> {
  const id = await upload(api, clip);
  const { status } = await settled(api, id);
  expect(status).toBe('processed');
}

test('a document that would fill the memory takes little of it, and the upload of another account goes on beside it', {
  timeout: 120_000,
}, async () => {
  for (const file of hostile) {
    expect(file.length).toBeLessThan(200_000);
    const id = await upload(attacker, file);
    await processedVideo(other);
    const { status, restore } = await settled(attacker, id);
    expect([status, restore?.status]).toEqual(['processed', 'ignored']);
  }
  if (!processesVisible) return;
  for (const { pid } of descendants(process.pid)) expect(peakMegabytes(pid) ?? 0).toBeLessThan(1000);
});
