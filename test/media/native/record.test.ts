import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecord, encodeRecord, MAX_DOCUMENT_BYTES } from '../../../shared/media/native/record.ts';

const documents = fc.uint8Array({ maxLength: 2000 });

test('every document comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      expect(await decodeRecord(await encodeRecord([document]))).toEqual(Buffer.from(document));
    }),
  );
});

test('equal documents give equal records', async () => {
  const document = new TextEncoder().encode('{"a":1}'.repeat(100));
  expect(await encodeRecord([document])).toEqual(await encodeRecord([document]));
});

test('a damaged record gives null or, where the damage is to no purpose, the same document; never another', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (document, position, change) => {
        const record = await encodeRecord([document]);
        const at = position % record.length;
        record[at] = (record[at] ?? 0) ^ change;
        expect([null, Buffer.from(document)]).toContainEqual(await decodeRecord(record));
      },
    ),
  );
});

test('a document that does not have the recorded hash is not given out', async () => {
  const record = Buffer.from(await encodeRecord([new TextEncoder().encode('{"a":1}')]));
  record.writeUInt8(record.readUInt8(record.length - 44) ^ 1, record.length - 44);
  expect(await decodeRecord(record)).toBeNull();
});

test('a record cut at any place gives null', async () => {
  const record = await encodeRecord([new TextEncoder().encode('{"a":1}')]);
  for (let length = 0; length < record.length; length++) {
    expect(await decodeRecord(record.subarray(0, length))).toBeNull();
  }
});

test('a record that decompresses to more than it states stops there', async () => {
  const record = Buffer.from(await encodeRecord([new Uint8Array(10)]));
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20));
  const parts = [record.subarray(0, 8), bomb, record.subarray(-44)];
  const forged = Buffer.concat(parts);
  forged.writeUInt32BE(forged.length, forged.length - 12);
  const before = process.memoryUsage().arrayBuffers;
  expect(await decodeRecord(forged)).toBeNull();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
  forged.writeUInt32BE(MAX_DOCUMENT_BYTES + 1, 4);
  expect(await decodeRecord(forged)).toBeNull();
});

test('a document of more than 64 MB is refused', async () => {
  await expect(encodeRecord([new Uint8Array(MAX_DOCUMENT_BYTES + 1)])).rejects.toMatchObject({
    reason: 'document-too-large',
  });
});
