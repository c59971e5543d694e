import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '../client/client.ts';
import { startService } from '../local/service.ts';
import { openLuma } from '../research/planar/luma-source.ts';
import { trackSource } from '../research/planar/track-source.ts';
import { createSurface } from '../shared/contract/routes/objects.ts';
import { uploadVideo } from '../shared/contract/routes/videos.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { provideEnvironment } from '../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { nextWork } from './cost/queued-work.ts';
import { type BenchMedia, synthesizedClip } from './detection.ts';
import { type Cost, compare, costOf, interleave, type Section } from './measure.ts';

/** Clips of VMS_CLIPS_DIR: 360p over several units, and 720p. */
const CLIPS = ['bottle-detection.mp4', 'internal_emulator_transformer_output.mp4'];
/** Share of the width and height, from the left and the top. */
const [NEAR, FAR] = [0.3, 0.6];
const CORNERS = [
  { x: NEAR, y: NEAR },
  { x: FAR, y: NEAR },
  { x: FAR, y: FAR },
  { x: NEAR, y: FAR },
];

/**
 * Frames a second of the worker's whole path (messages, stores, units, keyframes, the version), compared with decoding and
 * tracking the same frames alone; one section per clip.
 */
export async function benchSurface({
  repetitions,
  clipsDir,
  scratchDir,
}: BenchMedia & { repetitions: number }): Promise<Section[]> {
  const files = clipsDir
    ? CLIPS.map((clip) => path.join(clipsDir, clip))
    : [await synthesizedClip(scratchDir)];
  let slept = 0;
  const elapsed = () => systemRuntime.elapsed() + slept;
  // A request that marks a surface does not wait for it.
  const sleep = async (milliseconds: number) => {
    slept += milliseconds;
  };
  provideEnvironment({ variables: process.env, runtime: { ...systemRuntime, elapsed, sleep } });
  const { apiUrl, apiKey, close } = await startService({
    dataDir: path.join(scratchDir, 'data'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
    worker: false,
    functionThread: false,
  });
  const client = createClient({ apiUrl, apiKey });
  const workOff = async (): Promise<void> => {
    for (let work = await nextWork(); work !== null; work = await nextWork()) await work.run();
  };
  try {
    const sections: Section[] = [];
    for (const file of files) {
      const body = new FormData();
      body.append('file', new Blob([await readFile(file)]), path.basename(file));
      const { id } = await client.send(uploadVideo, { body: () => body });
      await workOff();
      sections.push(
        await benchClip(file, repetitions, async (frame) => {
          const marked = { name: 'Surface', frame, corners: CORNERS };
          await client.call(createSurface, { params: { id }, body: marked });
          return costOf(workOff);
        }),
      );
    }
    return sections;
  } finally {
    await close();
  }
}

async function benchClip(
  file: string,
  repetitions: number,
  work: (frame: number) => Promise<Cost>,
): Promise<Section> {
  await using source = await openLuma(file);
  const { displayed, working, count } = source;
  const frame = Math.floor(count / 2);
  const corners = CORNERS.flatMap(({ x, y }) => [
    x * displayed.width - 0.5,
    y * displayed.height - 0.5,
  ]) as unknown as Parameters<typeof trackSource>[2];
  const { worker, alone } = await interleave(repetitions, {
    worker: () => work(frame),
    alone: () => costOf(() => trackSource(source, frame, corners)),
  });
  const perSecond = (name: string, costs: readonly Cost[]) => ({
    name,
    values: costs.map(({ wallMs }) => (1000 * count) / wallMs),
  });
  return {
    title: `A surface, ${path.basename(file)} (${displayed.width}×${displayed.height})`,
    conditions: [
      `marked in the middle of ${count} frames, followed to both ends at ${working.width}×${working.height}`,
      'compared: the worker, one message after the other, with the stores in this process; decoder and tracker alone',
    ],
    comparisons: [compare(perSecond('worker', worker), perSecond('decoder and tracker', alone), 'frames/s')],
  };
}
