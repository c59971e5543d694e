import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectListing } from '../../shared/contract/schemas/object-query.ts';
import type { Tracks } from '../../shared/domain/document/document.ts';
import type { Principal } from '../../shared/domain/keys/principal.ts';
import type { Opened } from '../../shared/kernel/runtime/store-factories.ts';
import { encodeFrameIndex } from '../../shared/media/probe/frame-index-codec.ts';
import { listObjects, type OBJECTS_STORES } from '../../shared/service/objects/list-objects.ts';
import { objectsInFrame } from '../../shared/service/objects/objects-in-frame.ts';
import { readObject } from '../../shared/service/objects/read-object.ts';
import { exhaustive, fuzzSeed, fuzzShare } from '../support/faults/fuzz.ts';
import { cornersIn, foundByHand, timeOf } from './queries/brute-force.ts';
import {
  documents,
  FRAMES,
  type ObjectQuery,
  queries,
  type TrackedSample,
} from './queries/generated-objects.ts';

const RUNS = fuzzShare(10_000, 3200);
const TIMEOUT = exhaustive ? 3_600_000 : 120_000;
const VIDEO = '0198a1f2-7c3e-7b54-9d1a-3f6e2c8b5a70';

const principal = { accountId: 'a', projectIds: null } as unknown as Principal;
const frameIndex = encodeFrameIndex({
  timescale: 1000,
  times: Float64Array.from({ length: FRAMES }, (_, frame) => timeOf(frame)),
  endTime: timeOf(FRAMES),
  keyFrames: Uint32Array.of(0),
});

let writes = 0;

/** Stores that have a video with these objects: in blocks, of which some are read, or in parts that are read as a whole. */
function storesWith(samples: readonly TrackedSample[], hasBlocks: boolean): Opened<typeof OBJECTS_STORES> {
  const objects = Object.fromEntries(samples.map(({ object }) => [object.id, object]));
  const tracks: Tracks = Object.fromEntries(samples.map(({ object, track }) => [object.id, track]));
  const version = { videoId: VIDEO, version: 1, writeId: `w${writes++}`, parts: { objects: { size: 1 } } };
  const picked = <T>(all: Record<string, T>, addresses: readonly [string][] = []) =>
    addresses.every(([id]) => Object.hasOwn(all, id))
      ? Object.fromEntries(addresses.map(([id]) => [id, all[id]]))
      : null;
  return {
    videos: { get: async () => ({ videoId: VIDEO, status: 'processed' }) },
    versions: { newest: async () => version, get: async () => version },
    surfaces: { ofVideo: async () => [] },
    files: { get: async () => frameIndex },
    documents: {
      read: async (_: unknown, name: string) => (name === 'tracks' ? tracks : objects),
      async *tracks() {
        for (const [id, track] of Object.entries(tracks))
          yield { line: `${JSON.stringify(id)}:`, value: JSON.stringify(track) };
      },
      async readEntries(_: unknown, entries: Record<string, [string][]>) {
        if (!hasBlocks) return null;
        const found = Object.entries(entries).map(
          ([name, ids]) => [name, picked<unknown>(name === 'tracks' ? tracks : objects, ids)] as const,
        );
        return found.some(([, part]) => part === null) ? null : Object.fromEntries(found);
      },
    },
  } as unknown as Opened<typeof OBJECTS_STORES>;
}

/** The ids of all pages. */
async function allPages(
  stores: Opened<typeof OBJECTS_STORES>,
  query: ObjectQuery,
  limit: number | undefined,
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, ...(limit && { limit: String(limit) }), cursor };
    const answer = await listObjects(stores, principal, VIDEO, objectListing.parse(page));
    if (limit !== undefined) expect(answer.objects.length).toBeLessThanOrEqual(limit);
    found.push(...answer.objects.map(({ id }) => id));
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  return found;
}

test(`${RUNS} queries find what looking at every frame of every object finds, page by page, too`, {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  let full = 0;
  await fc.assert(
    fc.asyncProperty(
      documents,
      queries,
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      async (samples, query, hasBlocks, limit) => {
        const wanted = foundByHand(samples, query);
        if (wanted.length > 0) full++;
        expect(await allPages(storesWith(samples, hasBlocks), query, limit)).toEqual(wanted);
      },
    ),
    { numRuns: RUNS, seed: fuzzSeed() },
  );
  // Nothing is told by queries that find nothing.
  expect(full).toBeGreaterThan(RUNS / 5);
});

const shown = (object: object) => {
  const { box, corners } = object as { box?: Record<string, number>; corners?: object[] };
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const ofBox = [
    { x, y },
    { x: x + width, y: y + height },
  ];
  return corners ?? ofBox;
};

const near = (corners: readonly object[] | null) =>
  corners?.map((corner) =>
    Object.fromEntries(Object.entries(corner).map(([name, value]) => [name, expect.closeTo(value, 12)])),
  );

test('an object is in each frame where looking at its track puts it, by frame, by time, and by a part of the track', {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.nat(FRAMES - 1), fc.boolean(), async (samples, frame, hasBlocks) => {
      const stores = storesWith(samples, hasBlocks);
      const seen = samples.filter((sample) => cornersIn(sample, frame) !== null);
      const ids = seen.map(({ object }) => object.id).sort((a, b) => (a < b ? -1 : 1));
      const asked = [{ frame }, { at: timeOf(frame) }, { at: timeOf(frame) + 0.03 }];
      for (const where of asked) {
        const { answer } = await objectsInFrame(stores, principal, VIDEO, where, {});
        expect(answer).toMatchObject({ frame, time: timeOf(frame) });
        expect(answer.objects.map(({ id }) => id)).toEqual(ids);
        for (const object of answer.objects) {
          const sample = samples.find((other) => other.object.id === object.id) as TrackedSample;
          expect(shown(object)).toEqual(near(cornersIn(sample, frame)));
        }
      }
      for (const sample of samples) {
        const params = { id: VIDEO, objectId: sample.object.id };
        const at = await readObject(stores, principal, params, { frames: String(frame) });
        const positions = (at.object as { positions?: object[] }).positions ?? [];
        expect(positions.map(shown)).toEqual([near(cornersIn(sample, frame))].filter(Boolean));
        const part = await readObject(stores, principal, params, { fromFrame: frame, toFrame: frame + 3 });
        const { track = [] } = part.object as { track?: TrackedSample['track'] };
        for (let f = frame; f <= frame + 3; f++)
          expect(cornersIn({ ...sample, track }, f)).toEqual(cornersIn(sample, f));
      }
    }),
    { numRuns: Math.ceil(RUNS / 4), seed: fuzzSeed() },
  );
});
