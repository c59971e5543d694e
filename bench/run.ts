import { mkdtempDisposable } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SETTINGS } from '../shared/contract/resources.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { benchApi } from './api.ts';
import { benchInit } from './bundles/init.ts';
import { benchSizes } from './bundles/sizes.ts';
import { benchAnimationFrames } from './console/animation-frames.ts';
import { benchFirstView } from './console/first-view.ts';
import { benchLongTasks } from './console/long-tasks.ts';
import { benchDecoderStart } from './decoder-start.ts';
import { type BenchMedia, benchDetection } from './detection.ts';
import { benchLarge } from './large.ts';
import { benchLists } from './lists.ts';
import type { Section } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPipeline } from './pipeline.ts';
import { toTable } from './report.ts';
import { benchScale } from './scale/scale.ts';
import { benchStartup } from './startup.ts';
import { benchStill } from './still.ts';
import { benchSurface } from './surface.ts';
import { benchSurfaceMemory } from './surface-memory.ts';

/** Clips and models named by the environment, and an empty folder. */
async function withMedia<Result>(use: (media: BenchMedia) => Promise<Result>): Promise<Result> {
  await using scratch = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const modelsDir = process.env[SETTINGS.modelsDir];
  return await use({
    clipsDir: process.env.VMS_CLIPS_DIR,
    modelsDirs: [...(modelsDir ? [modelsDir] : []), BUILT_IN_MODELS_DIR],
    scratchDir: scratch.path,
  });
}

type Bench = (repetitions: number) => Promise<Section[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  bundles: async () => [await benchSizes()],
  init: async (repetitions) => [await benchInit({ repetitions })],
  'console-animation-frames': async (repetitions) => [await benchAnimationFrames({ repetitions })],
  'console-first-view': async (repetitions) => [await benchFirstView({ repetitions })],
  detection: (repetitions) => withMedia((media) => benchDetection({ repetitions, ...media })),
  pipeline: async (repetitions) => [await benchPipeline({ repetitions })],
  api: async (repetitions) => [await benchApi({ repetitions })],
  large: (repetitions) => benchLarge({ repetitions }),
  lists: async (repetitions) => [await benchLists({ repetitions })],
  memory: async (repetitions) => [await withMedia((media) => benchMemory({ repetitions, ...media }))],
  neighbours: async (repetitions) => [await benchNeighbours({ repetitions })],
  still: (repetitions) => withMedia((media) => benchStill({ repetitions, ...media })),
  scale: (repetitions) => withMedia((media) => benchScale({ repetitions, ...media })),
  surface: (repetitions) => withMedia((media) => benchSurface({ repetitions, ...media })),
  'surface-memory': async (repetitions) => [
    await withMedia((media) => benchSurfaceMemory({ repetitions, ...media })),
  ],
  console: async (repetitions) => [await benchLongTasks({ repetitions })],
  startup: async (repetitions) => [
    await benchStartup({ repetitions }),
    await benchDecoderStart({ repetitions }),
  ],
};

const usage = `npm run bench -- [--json] [--repetitions N] [${Object.keys(BENCHES).join('|')} …]`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false }, repetitions: { type: 'string', default: '5' } },
    allowPositionals: true,
  });
  const repetitions = Number(values.repetitions);
  const wanted = positionals.length > 0 ? positionals : Object.keys(BENCHES);
  if (
    !(Number.isInteger(repetitions) && repetitions > 0) ||
    wanted.some((name) => !Object.hasOwn(BENCHES, name))
  ) {
    throw new TypeError(`usage: ${usage}`);
  }
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  if (!values.json) {
    console.log(`${machine}; median (least–greatest) of ${repetitions} interleaved repetitions\n`);
  }
  const sections: Section[] = [];
  for (const name of wanted) {
    const found = (await BENCHES[name]?.(repetitions)) ?? [];
    sections.push(...found);
    if (!values.json) console.log(found.map(toTable).join('\n'));
  }
  if (values.json) console.log(JSON.stringify({ machine, repetitions, sections }));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
