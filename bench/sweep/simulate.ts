import { sweep } from '../../shared/service/sweep/sweep.ts';
import type { SweeperStores } from '../../shared/service/sweep/sweeper-stores.ts';
import { simulateStores } from './simulated-stores.ts';
import { type Request, VirtualTime } from './virtual-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const INTERVAL = 5 * MINUTE;

/** Runs the sweeper every five minutes until something holds. */
export async function runsUntil(
  time: VirtualTime,
  stores: SweeperStores,
  isEnough: () => boolean,
): Promise<{ runs: number; workedMs: number }> {
  let [runs, workedMs] = [0, 0];
  for (; !isEnough(); runs++) {
    const began = time.now;
    await time.run(() => sweep(stores));
    workedMs += time.now - began;
    if (!isEnough()) await time.run(() => time.until(Math.max(time.now, began + INTERVAL)));
  }
  return { runs, workedMs };
}

/** Minutes until what so many deletions left is purged, from the run that finds them on, and what it would take one by one. */
export async function simulateDeletions(
  deletions: number,
): Promise<{ minutes: number; oneByOneMinutes: number }> {
  const time = new VirtualTime();
  const { stores, dueTombstones } = simulateStores(time, { deletions });
  await runsUntil(time, stores, () => dueTombstones.size === 0);
  return { minutes: time.now / MINUTE, oneByOneMinutes: time.serialMs / MINUTE };
}

/** How many blobs a video has, its frame index among them, and which share of the videos changes in a day. */
export const KEPT = { blobsPerVideo: 10, changedADay: 0.01 } as const;

/** A walk over the blobs of documents. */
export interface SimulatedWalk {
  /** From its beginning on, the pauses between runs included. */
  minutes: number;
  workedSeconds: number;
  requests: Readonly<Record<Request, number>>;
  lookUps: number;
}

/** The first walk, which looks at everything, and the next, a day later. A video is changed by its last blob. */
export async function simulateWalks(videos: number): Promise<{ first: SimulatedWalk; daily: SimulatedWalk }> {
  const time = new VirtualTime();
  const { blobsPerVideo, changedADay } = KEPT;
  const { stores, walks, blobs, now } = simulateStores(time, {
    videos: {
      videos,
      blobsPerVideo,
      isLost: () => false,
      // At any time some were changed evenly over the last five days, the others long ago.
      modifiedAt: (video, blob) =>
        blob === blobsPerVideo - 1 && video % (1 / changedADay / 5) === 0
          ? now() - ((video * 0.618_034) % 1) * 5 * DAY
          : 0,
    },
  });
  const standing = () => walks.at(-1)?.walk;
  const nextWalk = async (): Promise<SimulatedWalk> => {
    const [began, requests, lookUps] = [time.now, { ...time.requests }, blobs.lookUps()];
    const before = standing()?.began;
    const isOver = () => standing()?.began !== before && standing()?.after === null;
    const { workedMs } = await runsUntil(time, stores, isOver);
    const used = Object.entries(time.requests).map(([kind, times]) => [
      kind,
      times - requests[kind as Request],
    ]);
    return {
      minutes: (time.now - began) / MINUTE,
      workedSeconds: workedMs / 1000,
      requests: Object.fromEntries(used) as Record<Request, number>,
      lookUps: blobs.lookUps() - lookUps,
    };
  };
  const first = await nextWalk();
  await runsUntil(time, stores, () => now() - (standing()?.began ?? 0) >= DAY);
  return { first, daily: await nextWalk() };
}
