import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listObjects } from '../shared/contract/routes/object-queries.ts';
import { createSurface } from '../shared/contract/routes/objects.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import type { BenchMedia } from './detection.ts';
import { compare, type Section } from './measure.ts';
import { forgetPeak, ingested, peakOf } from './memory.ts';
import { startService } from './server-process.ts';

const FRAMES = { short: 1000, long: 18_000 };
const FPS = 25;
const POLL_MS = 200;
/** On the backdrop, in fractions of the frame. */
const CORNERS = [
  { x: 0.05, y: 0.05 },
  { x: 0.5, y: 0.05 },
  { x: 0.5, y: 0.6 },
  { x: 0.05, y: 0.6 },
];

/**
 * The memory of the worker that tracks a surface through a short and a long video, marked in their middle, each in a new local service.
 * Linux only.
 */
export async function benchSurfaceMemory({
  repetitions,
  scratchDir,
}: Pick<BenchMedia, 'scratchDir'> & { readonly repetitions: number }): Promise<Section> {
  const peaks = { short: [] as number[], long: [] as number[] };
  for (const length of ['short', 'long'] as const) {
    const file = path.join(scratchDir, `${length}.mp4`);
    await synthesizeClip(file, { seconds: FRAMES[length] / FPS, fps: FPS, width: 320, height: 180 });
    for (let round = 0; round < repetitions; round++)
      peaks[length].push(await followed(file, path.join(scratchDir, `${length}-${round}`), FRAMES[length]));
  }
  return {
    title: 'Peak memory of tracking a surface over the length of the video',
    conditions: ['resident memory of the worker process of the local service; 320 × 180'],
    comparisons: [
      compare(
        { name: `worker: a surface through ${FRAMES.long} frames`, values: peaks.long },
        { name: `through ${FRAMES.short} frames`, values: peaks.short },
        'MB',
      ),
    ],
  };
}

async function followed(file: string, dataDir: string, frames: number): Promise<number> {
  await using service = await startService(dataDir);
  const { client, params, worker } = await ingested(file, dataDir, service);
  forgetPeak(worker);
  const body = { name: 'Backdrop', frame: frames / 2, corners: CORNERS };
  await client.call(createSurface, { params, body });
  for (;;) {
    const [surface] = (await client.call(listObjects, { params })).objects;
    if (surface?.tracking === 'done') return peakOf(worker);
    if (surface?.tracking !== 'running') throw new Error(`the surface is ${surface?.tracking}`);
    await setTimeout(POLL_MS);
  }
}
