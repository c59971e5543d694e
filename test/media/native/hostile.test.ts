import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Container } from '../../../shared/contract/video-formats.ts';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { planEmbedding, readEmbedded } from '../../../shared/media/native/embedding.ts';
import { NativeContainerError } from '../../../shared/media/native/native-container-error.ts';
import { pieceLength } from '../../../shared/media/native/plan.ts';
import { counted, embed, encodeClip, utf8 } from './clips.ts';
import { withoutSizes } from './variants.ts';

const document = utf8('{"a":1}');
const seeds: [name: string, container: Container, file: Promise<Buffer>][] = [
  ['MP4', 'mp4', encodeClip({ container: 'mp4' })],
  [
    'fragmented MP4',
    'mp4',
    encodeClip({ container: 'mp4', muxerOptions: { movflags: '+frag_keyframe+empty_moov' } }),
  ],
  ['WebM', 'webm', encodeClip({ container: 'webm' })],
  ['recorded WebM', 'webm', encodeClip({ container: 'webm' }).then(withoutSizes)],
];

/** Places where damage hits structure rather than pictures: the front, and the end. */
const damage = fc.array(
  fc.record({ at: fc.oneof(fc.nat(600), fc.integer({ min: -300, max: -1 })), byte: fc.nat(255) }),
  { minLength: 1, maxLength: 8 },
);

async function survives(container: Container, file: Uint8Array): Promise<void> {
  const source = bytesSource(file);
  const found = await readEmbedded(container, source);
  expect(found === null || found.length === document.length).toBe(true);
  const plan = await planEmbedding(container, source, [document]).catch((error: unknown) => {
    expect(error).toBeInstanceOf(NativeContainerError);
    return null;
  });
  if (plan === null) return;
  let size = 0;
  for (const piece of plan.pieces) {
    size += pieceLength(piece);
    if ('copy' in piece) {
      expect(piece.copy.start).toBeGreaterThanOrEqual(0);
      expect(piece.copy.end).toBeGreaterThan(piece.copy.start);
      expect(piece.copy.end).toBeLessThanOrEqual(file.length);
    }
  }
  expect(plan.size).toBe(size);
}

describe.each(seeds)('%s', (_, container, file) => {
  test('damaged in any way, is refused with a typed error or planned within its bounds', async () => {
    const exported = await embed(container, await file, document);
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Buffer.from(exported);
        for (const { at, byte } of changes)
          damaged[at < 0 ? damaged.length + at : at % damaged.length] = byte;
        await survives(container, damaged);
      }),
      { numRuns: 300 },
    );
  });

  test('cut at any place, is refused with a typed error or planned within its bounds', async () => {
    const exported = await embed(container, await file, document);
    await fc.assert(
      fc.asyncProperty(fc.nat(exported.length), (length) =>
        survives(container, exported.subarray(0, length)),
      ),
      { numRuns: 300 },
    );
  });
});

test.each(['mp4', 'mov', 'webm'] as const)(
  'random bytes as %s are refused with a typed error',
  async (container) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) => survives(container, bytes)),
    );
  },
);

test('a file of nothing but empty boxes is refused without a request for each', async () => {
  const boxes = Buffer.alloc(8 * 100_000, Buffer.from('0000000866726565', 'hex'));
  const source = counted(bytesSource(boxes));
  await expect(planEmbedding('mp4', source, [document])).rejects.toMatchObject({ reason: 'malformed' });
  expect(source.reads).toBeLessThan(20);
});

test('a file of ten thousand fragments is not read through to look for a document', async () => {
  // Boxes of 1 MB each, as far as anyone looks.
  const header = Buffer.from('0010000066726565', 'hex');
  const fragments = {
    size: 10 * 2 ** 30,
    read: async (start: number, end: number) => {
      const bytes = Buffer.alloc(end - start);
      for (let at = Math.ceil(start / 2 ** 20) * 2 ** 20; at < end; at += 2 ** 20)
        bytes.set(header, at - start);
      return bytes;
    },
  };
  const source = counted(fragments);
  expect(await readEmbedded('mp4', source)).toBeNull();
  expect(source.reads).toBeLessThan(600);
  expect(source.bytes).toBeLessThan(5 * 2 ** 20);
});

test('a source that cannot be read is not taken for one without a document', async () => {
  const failing = { size: 1000, read: () => Promise.reject(new Error('connection reset')) };
  await expect(readEmbedded('mp4', failing)).rejects.toThrow('connection reset');
});
