import { processingOptions } from '../../shared/contract/schemas/job.ts';
import { expectedObjects } from '../../shared/domain/job/expected-objects.ts';
import type { SegmentTracks } from '../../shared/domain/job/job.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { countTracks } from '../../shared/service/detection/count-tracks.ts';
import { trackSegments } from '../../shared/service/detection/track-segments.ts';
import { frameSignature } from '../../shared/vision/camera/frame-signature.ts';
import { SCENE_NAMES, simulate } from './scenes.ts';
import { readSequence, type Sequence, sample } from './sequence.ts';

const SAMPLES_A_SECOND = 5;
/** As `run-segment.ts` counts: at 10 samples, at twice as many each time, and at the end. */
const FIRST_COUNT = 10;
/** Of a frame of 1920 × 1080, with a key frame every second: what the plan of segments goes by. */
const PIXELS = 1920 * 1080;
/** Of a scene without cuts. */
const SIGNATURE = Buffer.from(frameSignature(new Uint8Array(3 * 64 * 64), 64, 64)).toString('base64');

const options = processingOptions.parse({});

/** What the status of a job would say while one worker goes through its segments, and what it finds in the end. */
export interface Estimates {
  readonly total: number;
  /** Share of the samples looked at, and the objects that are expected then. */
  readonly told: readonly { readonly share: number; readonly expected: number }[];
}

export function estimatesOf({ detections, fps }: Sequence): Estimates {
  const stride = Math.max(1, Math.round(fps / SAMPLES_A_SECOND));
  const frames = sample(detections, fps, stride).map((frame) => ({
    ...frame,
    signature: SIGNATURE,
    motion: null,
  }));
  const last = frames.at(-1)?.frame ?? 0;
  const keyFrames = Array.from({ length: Math.ceil(last / fps) }, (_, i) => Math.round(i * fps));
  const { boundaries } = planSegments(
    frames.map(({ frame }) => frame),
    keyFrames,
    PIXELS,
  );
  const tracks: Record<string, SegmentTracks> = {};
  const told: { share: number; expected: number }[] = [];
  let expected = 0;
  for (const [segment, start] of boundaries.slice(0, -1).entries()) {
    const within = frames.slice(start, boundaries[segment + 1]);
    for (let count = Math.min(FIRST_COUNT, within.length); ; count = Math.min(2 * count, within.length)) {
      tracks[segment] = countTracks(within.slice(0, count), { options });
      expected = Math.max(expected, expectedObjects({ tracks, sampledFrames: frames.length }));
      told.push({ share: (start + count) / frames.length, expected });
      if (count === within.length) break;
    }
  }
  return { total: [...trackSegments([() => frames], options)].length, told };
}

/** What is reported at a share of the samples, over what is found in the end. */
export const ratioAt = ({ total, told }: Estimates, share: number): number =>
  (told.findLast((each) => each.share <= share)?.expected ?? 0) / total;

const SHARES = [0.25, 0.5, 0.75, 1];
const SEEDS = [1, 2, 3];

/** How far the estimates of MOT sequences and simulated scenes are from what is found in the end. */
export function estimateTable(folder: string): string {
  const sequences = ['TUD-Campus', 'MOT17-02', 'MOT17-04', 'MOT17-05'].map((name) =>
    readSequence(folder, name),
  );
  const scenes = SEEDS.flatMap((seed) => SCENE_NAMES.map((name) => estimatesOf(simulate(name, seed))));
  const quantiles = (share: number): string => {
    const sorted = scenes.map((scene) => ratioAt(scene, share)).sort((a, b) => a - b);
    return [0.1, 0.5, 0.9].map((q) => (sorted[Math.floor(q * sorted.length)] ?? 0).toFixed(2)).join(' / ');
  };
  const rows = sequences.map((sequence) => {
    const estimates = estimatesOf(sequence);
    const ratios = SHARES.map((share) => ratioAt(estimates, share).toFixed(2));
    return [sequence.name, estimates.total, ...ratios];
  });
  return [
    ['', 'tracks', ...SHARES.map((share) => `at ${100 * share} %`)],
    Array<string>(SHARES.length + 2).fill('---'),
    ...rows,
    [`${scenes.length} scenes: 10th, 50th, 90th of 100`, '', ...SHARES.map(quantiles)],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
