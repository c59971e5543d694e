import { PROFILES } from '../../lib/profiles.ts';
import { TIER_LIMITS } from '../../shared/contract/limits.ts';

/** The load at which no key may be hot. Rates are per second. */
export const LOAD = {
  accounts: 10_000,
  videos: 1_000_000,
  workers: 1000,
  requests: 10_000,
  /** Seconds that a worker takes for a segment. */
  step: 7.5,
  /** Of a video of five minutes, at five frames a second. */
  segments: 14,
  /** Workers of the profile `production` unless a setting says otherwise. */
  default: PROFILES.production.detectionConcurrency,
  /** How long an answer takes, and for how long a process keeps the workers' sketch (`workers.ts`). */
  requestSeconds: 0.03,
  sketchSeconds: 5,
  /** The busiest account is at the limit of its tier, with one key, and on one video where it can be. */
  busiest: TIER_LIMITS.pro / 60,
} as const;

const steps = LOAD.workers / LOAD.step;
const jobs = steps / LOAD.segments;

/** Requests that reads and edits are, of all, in percent; what is left is shared by the endpoints that are not named here. */
const PERCENT: Readonly<Record<string, number>> = {
  'metadata/get-metadata': 30,
  'videos/get-video': 15,
  'processing/get-processing-status': 20,
  'videos/list-videos': 10,
  'objects/list-objects': 8,
  'metadata/patch-metadata': 6,
  'objects/patch-object': 4,
  'metadata/export-video, again': 2,
};

/** How often everything else happens: each video is uploaded, processed and deleted once. */
const RATES: Readonly<Record<string, number>> = {
  'videos/upload-video, an announcement': jobs,
  'videos/upload-video, a form': 0,
  'videos/complete-upload': jobs,
  'videos/get-upload': jobs,
  'videos/delete-video': jobs,
  'metadata/export-video, the first of a version': jobs,
  'processing/start-processing': jobs,
  'processing/cancel-processing': jobs / 100,
  'objects/create-surface': jobs,
  firstOfMinute: LOAD.accounts / 60,
  firstRequest: 1,
  sweep: 1 / 300,
  announce: jobs,
  ingest: jobs,
  segment: steps - jobs,
  finish: jobs,
  surface: 4 * jobs,
  // A worker asks for its message to stay hidden as it begins, and every half minute; a job and a surface send steps.
  relay: steps + 8 * jobs,
  idempotent: 0,
};

/** How often each of the measured things happens. */
export function ratesOf(names: readonly string[]): Map<string, number> {
  const given = (name: string): number | undefined =>
    RATES[name] ?? (name in PERCENT ? (LOAD.requests * (PERCENT[name] ?? 0)) / 100 : undefined);
  const others = names.filter((name) => name.includes('/') && given(name) === undefined);
  const named = names.filter((name) => name.includes('/')).reduce((sum, name) => sum + (given(name) ?? 0), 0);
  return new Map(
    names.map((name) => [
      name,
      given(name) ?? (name.includes('/') ? (LOAD.requests - named) / others.length : 0),
    ]),
  );
}

/** What follows from a request, by itself or because a client makes it next. */
export const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  'videos/upload-video, an announcement': ['videos/complete-upload', 'ingest'],
  'videos/upload-video, a form': ['ingest'],
  'processing/start-processing': ['finish'],
  'objects/create-surface': ['surface'],
};
