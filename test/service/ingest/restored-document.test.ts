import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeRecord } from '../../../shared/media/native/record.ts';
import { restoredDocument } from '../../../shared/service/ingest/restored-document.ts';

const videoDetails = { totalFrames: 10, fps: 10, width: 160, height: 96 };

const restored = async (document: string | Uint8Array) =>
  restoredDocument({ record: await encodeRecord([Buffer.from(document)]), videoDetails });

test('the parts of a document come as they are stored, with the details of the video at hand', async () => {
  const rules = [{ id: 'r', when: 'ä' }];
  const outcome = await restored(
    JSON.stringify({ schemaVersion: '1.0', videoDetails: { fps: 99 }, rules, mine: 1 }),
  );
  if ('ignored' in outcome) throw new Error(outcome.ignored);
  const parts = Object.entries(outcome.packed).map(([name, { blocks, size }]) => {
    const json = gunzipSync(Buffer.concat(blocks.map(({ bytes }) => bytes ?? Buffer.alloc(0))));
    expect(json.length).toBe(size);
    return [name, JSON.parse(json.toString('utf8'))];
  });
  const empty = { objects: {}, tracks: {}, layers: [], variables: [] };
  expect(Object.fromEntries(parts)).toEqual({ ...empty, videoDetails, rules, extra: { mine: 1 } });
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['of a newer schema', '{"schemaVersion":"1.1","rules":5}', /schema version 1\.1/],
  ['of a schema that never was', '{"schemaVersion":"0.1"}', /schemaVersion/],
  ['of something else', '{"schemaVersion":{"a":1}}', /schemaVersion/],
  ['without a schema', '{}', /schemaVersion/],
  ['that is not JSON', '{"schemaVersion":', /not JSON/],
  ['that is empty', '', /not JSON/],
  ['that is no object', '[]', /must be an object/],
  ['that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /UTF-8/],
  ['nested too deeply', '['.repeat(100_000), /nested too deeply/],
  ['with a part of the wrong form', '{"schemaVersion":"1.0","layers":[{}]}', /layers\.0\.id/],
  ['with a forbidden name', '{"schemaVersion":"1.0","__proto__":{}}', /__proto__/],
  ['with half a character', '{"schemaVersion":"1.0","a":["\\ud800"]}', /a\.0 holds half/],
])('a document %s is ignored, with a reason', async (_, document, reason) => {
  expect(await restored(document)).toEqual({ ignored: expect.stringMatching(reason) });
});

test('anything but a record is ignored', async () => {
  const damaged = { ignored: 'The document in the file is damaged.' };
  expect(await restoredDocument({ record: new Uint8Array(), videoDetails })).toEqual(damaged);
});
