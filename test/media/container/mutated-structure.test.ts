import { expect, test } from 'vitest';
import type { Container } from '../../../shared/contract/video-formats.ts';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { announcedSize, requireAnnouncedVideo } from '../../../shared/media/container/announced-video.ts';
import { requireBoundedFragment } from '../../../shared/media/container/fragment-runs.ts';
import { requireBoundedTables } from '../../../shared/media/container/sample-tables.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { MediaError } from '../../../shared/media/headers/media-error.ts';
import { planEmbedding, readEmbedded } from '../../../shared/media/native/embedding.ts';
import { NativeContainerError } from '../../../shared/media/native/native-container-error.ts';
import { readPlan } from '../../../shared/media/native/plan.ts';
import { mutatedFile } from '../../support/faults/mutated-file.ts';
import { encodeClip } from '../native/clips.ts';

const ROUNDS = 300;
const document = Buffer.from('{"a":1}');

/** The requirements for every file before, and while, it becomes a video; each answers, or refuses with a reason. */
const questions = (container: Container, file: Buffer): (() => Promise<unknown>)[] => {
  const reader = () => new StructureReader(bytesSource(file));
  const bounds = { maxFrames: 1_000_000, fileSize: file.length };
  return [
    () => announcedSize(reader(), container),
    () => requireAnnouncedVideo(container, reader()),
    () => requireBoundedTables(reader(), bounds.maxFrames),
    () => requireBoundedFragment(file.subarray(Math.max(0, file.indexOf('moof') - 4)), bounds),
    () => readEmbedded(container, bytesSource(file)),
  ];
};

async function exported(container: Container, file: Buffer): Promise<Buffer | null> {
  const source = bytesSource(file);
  const plan = await planEmbedding(container, source, [document]).catch((error: unknown) => {
    expect(error).toBeInstanceOf(NativeContainerError);
    return null;
  });
  if (plan === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of readPlan(plan, source)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a mutated file is answered or refused with a reason; what can be exported gives its document back', async () => {
  const clips: [Container, Buffer][] = [
    ['mp4', await encodeClip({ container: 'mp4', bFrames: 2 })],
    ['mp4', await encodeClip({ container: 'mp4', muxerOptions: { movflags: '+frag_keyframe+empty_moov' } })],
    ['webm', await encodeClip({ container: 'webm' })],
  ];
  const files = clips.map(([, file]) => file);
  const random = seededRandom(7);
  let exports = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [container, original] = clips[round % clips.length] ?? ['mp4', Buffer.alloc(0)];
    const { bytes, mutations } = mutatedFile(original, files, random);
    for (const ask of questions(container, bytes)) {
      const refusal = await ask().then(
        () => null,
        (error: unknown) => error,
      );
      if (refusal !== null) expect(refusal, mutations).toBeInstanceOf(MediaError);
    }
    const file = await exported(container, bytes);
    if (file === null) continue;
    exports += 1;
    expect(await readEmbedded(container, bytesSource(file)), mutations).toEqual(document);
    expect((await exported(container, file))?.equals(file), mutations).toBe(true);
  }
  expect(exports).toBeGreaterThan(ROUNDS / 3);
});
