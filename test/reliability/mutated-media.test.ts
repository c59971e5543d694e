import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { cutClip } from '../support/clips/cut-clip.ts';
import { fieldCodedClip } from '../support/clips/field-coded-clip.ts';
import { type NumberedClipOptions, numberedClip } from '../support/clips/numbered-clip.ts';
import { faultRandom } from '../support/faults/faults.ts';
import { mutatedFile } from '../support/faults/mutated-file.ts';
import { shareOf, slice } from '../support/faults/slice.ts';
import { sampled } from '../support/run/long.ts';
import { type Api, apiOf, fileForm, jobOver, settled } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

/** How many files: `npm run fuzz:media` takes 10,000, or this slice's share of them. */
const FILES = shareOf(slice, Number(process.env.VMS_FUZZ_MEDIA ?? sampled(60)));
/** Concurrent uploads. */
const PARALLEL = 3;
const PATIENCE_MS = FILES * 10_000;
/** Files between two progress lines of a long run. */
const PROGRESS_EVERY = 500;
/** Files of VMS_CLIPS_DIR up to this size, in bytes, are mutated as well. */
const MAX_CLIP_BYTES = 120_000;

/** Outcomes that say nothing about the file: the service broke. */
const BREAKDOWNS = ['INGEST_FAILED', 'DETECTION_FAILED', 'WORKER_DIED', 'INTERNAL_ERROR'];
/** Outcomes where a limit of a thread or process caught what the code should have refused. */
const CAUGHT = ['TIMEOUT', 'OUT_OF_MEMORY', 'DECODER_CRASHED'];
/** How many files may have each of these outcomes: a search in mediabunny or a crash in FFmpeg may remain. */
const FILES_FOR_ONE_CAUGHT = 1000;

const ticks = Array.from({ length: 12 }, (_, i) => i);
const CLIPS: Record<string, NumberedClipOptions> = {
  'h264.mp4': { container: 'mp4', ticks, bFrames: 2, ticksPerSecond: 10 },
  'fragmented.mp4': {
    container: 'mp4',
    ticks,
    ticksPerSecond: 10,
    keyInterval: 4,
    muxerOptions: { movflags: '+frag_keyframe+empty_moov' },
  },
  'late.mp4': {
    container: 'mp4',
    ticks: ticks.map((tick) => tick + 10_000_000_000),
    ticksPerSecond: 10,
    keyInterval: 4,
    bFrames: 2,
    muxerOptions: { movflags: '+frag_keyframe' },
  },
  'late.webm': { container: 'webm', ticks: ticks.map((tick) => tick + 10_000_000_000), ticksPerSecond: 10 },
  'hevc.mov': { container: 'mov', ticks, ticksPerSecond: 10, codec: 'hevc', rotation: 90 },
  'vp9.webm': { container: 'webm', ticks, ticksPerSecond: 10 },
  'vp8.webm': { container: 'webm', ticks, ticksPerSecond: 10, codec: 'vp8' },
  'interlaced.mp4': { container: 'mp4', ticks, ticksPerSecond: 10, encoderOptions: { flags: '+ildct' } },
  'interlaced-hevc.mp4': {
    container: 'mp4',
    ticks,
    ticksPerSecond: 10,
    codec: 'hevc',
    encoderOptions: { 'x265-params': 'log-level=none:pools=none:interlace=tff:sar=2' },
  },
  'interlaced-prores.mov': {
    container: 'mov',
    ticks,
    ticksPerSecond: 10,
    codec: 'prores',
    encoderOptions: { flags: '+ildct' },
  },
};
const FIELD_CODED = {
  'fields.mp4': { fieldSamples: true },
  'pairs-of-fields.mp4': { fieldSamples: false },
  'sample-entries.mp4': { fieldSamples: true, otherEntryFrom: 4 },
  'halves.mp4': { fieldSamples: true, halves: [1], secondHalves: [4], setsInPackets: true },
};

let api: Api;
const originals: { name: string; bytes: Buffer }[] = [];

beforeAll(async () => {
  const folder = await temporaryFolder('clips');
  for (const [name, options] of Object.entries(CLIPS)) {
    const file = path.join(folder, name);
    await numberedClip(file, options);
    originals.push({ name, bytes: await readFile(file) });
  }
  const fragments = originals.find(({ name }) => name === 'fragmented.mp4')?.bytes.toString('latin1') ?? '';
  // Fragments that do not say when they begin, and such that say it as Smooth Streaming does.
  originals.push({ name: 'untimed.mp4', bytes: Buffer.from(fragments.replaceAll('tfdt', 'free'), 'latin1') });
  const smooth = path.join(folder, 'smooth.ismv');
  await cutClip(path.join(folder, 'fragmented.mp4'), smooth, { key: 1 });
  originals.push({ name: 'smooth.mp4', bytes: await readFile(smooth) });
  for (const [name, options] of Object.entries(FIELD_CODED)) {
    const file = path.join(folder, name);
    await fieldCodedClip(file, { frames: 6, keyInterval: 4, ...options });
    originals.push({ name, bytes: await readFile(file) });
  }
  const clips = process.env.VMS_CLIPS_DIR;
  for (const name of clips ? readdirSync(clips) : []) {
    const file = path.join(clips ?? '', name);
    if (statSync(file).size <= MAX_CLIP_BYTES) originals.push({ name, bytes: await readFile(file) });
  }
  api = apiOf(await startTestService());
});

const NONE = { name: '', bytes: Buffer.alloc(1) };

interface Ending {
  code: string;
  message: string;
}

/** Uploads a file, runs detection, and returns the outcome. */
async function ending(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Ending> {
  const form = fileForm(bytes, name, { autoProcess: 'true' });
  const uploaded = await api<{ id: string } & { error?: Ending }>('POST', '/api/videos/upload', { form });
  if (uploaded.status === 400) return uploaded.body.error ?? { code: 'NO_REASON', message: '' };
  expect(uploaded.status).toBe(201);
  const { id } = uploaded.body;
  try {
    const video = await settled(api, id);
    if (video.status === 'failed') return video.failure ?? { code: 'NO_REASON', message: '' };
    expect((await api('GET', `/api/videos/${id}/metadata`)).status).toBe(200);
    const { status, error } = await jobOver(api, id);
    return status === 'completed'
      ? { code: 'COMPLETED', message: status }
      : (error ?? { code: status, message: '' });
  } finally {
    expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
  }
}

test(`each of ${FILES} mutated files is refused, fails with a reason or is processed; nothing crashes or hangs`, {
  tags: 'sampled',
  timeout: PATIENCE_MS,
}, async () => {
  const random = faultRandom();
  const all = originals.map(({ bytes }) => bytes);
  // Each file has its own seed, so that it does not depend on the order of uploads.
  const seeds = Array.from({ length: FILES }, () => Math.floor(random() * 2 ** 32)).entries();
  const endings = new Map<string, number>();
  const breakdowns: string[] = [];
  const caught: string[] = [];
  const counted = (): number => [...endings.values()].reduce((sum, count) => sum + count, 0);
  const report = (): void => {
    const counts = [...endings].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
    console.info(`${counted()} files: ${counts.join(', ')}`);
  };

  const worker = async (): Promise<void> => {
    for (const [i, seed] of seeds) {
      const dice = seededRandom(seed);
      const { name, bytes } = originals[Math.floor(dice() * originals.length)] ?? NONE;
      const mutated = mutatedFile(bytes, all, dice);
      const { code, message } = await ending(mutated.bytes, name);
      endings.set(code, (endings.get(code) ?? 0) + 1);
      if (counted() % PROGRESS_EVERY === 0) report();
      const reported = `file ${i}, ${name} with ${mutated.mutations}: ${code} ${message}`;
      if (message === '' || BREAKDOWNS.includes(code)) breakdowns.push(reported);
      if (CAUGHT.includes(code)) caught.push(reported);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  report();
  expect(breakdowns).toEqual([]);
  expect(counted()).toBe(FILES);
  const tooOften = CAUGHT.filter(
    (code) => (endings.get(code) ?? 0) > Math.round(FILES / FILES_FOR_ONE_CAUGHT),
  );
  expect([tooOften, caught]).toEqual([[], caught]);
});
