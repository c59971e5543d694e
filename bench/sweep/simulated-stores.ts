import type { BlobWalk } from '../../shared/domain/document/blob-walk.ts';
import type { SweeperStores } from '../../shared/service/sweep/sweeper-stores.ts';
import type { StandingWalk } from '../../shared/stores/documents/blob-walks.ts';
import { type SimulatedVideos, simulateBlobs } from './simulated-blobs.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A moment at which nothing happens. */
export const BEGINNING = 1_900_000_000_000;
const INDEX_PAGE = 1000;

/** What a purge asks for, of a video of which nothing is left: some requests of S3 at a time, the others one by one. */
export const PURGE = { dynamodb: 8, s3: 5 } as const;

export interface Simulation {
  videos: SimulatedVideos;
  /** Deleted videos whose tombstones are due. */
  deletions: number;
  /** Items of the outbox that are due, of which every request fails where `isBroken`. */
  outbox: { items: number; isBroken: boolean };
}

const NOTHING: Simulation = {
  videos: { videos: 0, blobsPerVideo: 1, modifiedAt: () => 0, isLost: () => false },
  deletions: 0,
  outbox: { items: 0, isBroken: false },
};

/** Stores of the sweeper that hold a number of things, in which requests take time. */
export function simulateStores(time: VirtualTime, simulation: Partial<Simulation>) {
  const { videos, deletions, outbox } = { ...NOTHING, ...simulation };
  const blobs = simulateBlobs(time, videos);
  const dueTombstones = new Set(Array.from({ length: deletions }, (_, i) => `deleted-${i}`));
  const dueMessages = new Set(Array.from({ length: outbox.items }, (_, i) => `message-${i}`));
  const walks: (StandingWalk & { walk: BlobWalk })[] = [];

  const now = (): number => BEGINNING + time.now;
  const dynamodb = () => time.request('dynamodb');

  async function* pages<Key>(ids: Iterable<string>, keyOf: (id: string) => Key) {
    await dynamodb();
    for (const [i, id] of [...ids].entries()) {
      if (i > 0 && i % INDEX_PAGE === 0) await dynamodb();
      yield { ...keyOf(id), sweepAt: BEGINNING };
    }
  }
  async function* none() {
    await dynamodb();
    yield* [];
  }

  const stores = {
    environment: { runtime: { now, elapsed: () => time.now } },
    files: {
      list: blobs.list,
      deleteMany: blobs.deleteMany,
      async *listUploads() {
        await time.request('s3');
        yield* [];
      },
    },
    versions: {
      writes: blobs.writes,
      async newest() {
        await dynamodb();
        return null;
      },
      dueTombstones: () => pages(dueTombstones, (videoId) => ({ videoId, version: 2 })),
      async get(videoId: string, version: number) {
        await dynamodb();
        const createdAt = new Date(BEGINNING).toISOString();
        return { tombstone: true, videoId, version, accountId: 'account', createdAt };
      },
      async postpone({ videoId }: { videoId: string }) {
        await dynamodb();
        dueTombstones.delete(videoId);
      },
    },
    purger: {
      async purge() {
        for (let i = 0; i < PURGE.dynamodb; i++) await dynamodb();
        await Promise.all(Array.from({ length: PURGE.s3 }, () => time.request('s3')));
      },
    },
    outbox: {
      due: () => pages(dueMessages, (id) => ({ id })),
      async get() {
        await dynamodb();
        if (outbox.isBroken) throw new Error('It cannot be understood');
        return { kind: 'steps', messages: [] };
      },
      async delete(id: string) {
        await dynamodb();
        dueMessages.delete(id);
      },
    },
    detection: { send: () => time.request('sqs') },
    videos: { due: none },
    jobs: { due: none },
    surfaces: { due: none },
    blobWalks: {
      async read() {
        await dynamodb();
        return walks.at(-1) ?? { walk: null, writeId: null };
      },
      async write(walk: BlobWalk, { writeId }: StandingWalk) {
        await dynamodb();
        if (writeId !== (walks.at(-1)?.writeId ?? null)) return null;
        const written = { walk, writeId: String(walks.length) };
        walks.push(written);
        return written;
      },
    },
  };

  return {
    /** Those of the simulated things; the sweeper asks for no others. */
    stores: stores as unknown as SweeperStores,
    blobs,
    dueTombstones,
    dueMessages,
    /** All that were written, the last one standing. */
    walks,
    now,
  };
}
