import { mkdtempDisposable } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { flag, type Options, value } from '../cli/arguments.ts';
import { UsageError } from '../cli/failures.ts';
import { integer, text } from '../cli/values.ts';
import { SETTINGS } from '../shared/contract/resources.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { benchApi } from './api.ts';
import { benchInit } from './bundles/init.ts';
import { benchSizes } from './bundles/sizes.ts';
import { benchAnimationFrames } from './console/animation-frames.ts';
import { benchFirstView } from './console/first-view.ts';
import { benchLongTasks } from './console/long-tasks.ts';
import { benchContention } from './contention.ts';
import { benchDecoderStart } from './decoder-start.ts';
import { type BenchMedia, benchDetection } from './detection.ts';
import { benchHot } from './hot/hot.ts';
import { benchLarge } from './large.ts';
import { benchLists } from './lists.ts';
import type { Section } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPipeline } from './pipeline.ts';
import { benchQueries } from './queries.ts';
import { toTable } from './report.ts';
import { runCommand } from './run-command.ts';
import { benchScale } from './scale/scale.ts';
import { benchStartup } from './startup.ts';
import { benchStill } from './still.ts';
import { benchSurface } from './surface.ts';
import { benchSurfaceMemory } from './surface-memory.ts';
import { benchSweep } from './sweep/sweep.ts';

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

/** `against`: another checkout to compare with. */
type Bench = (repetitions: number, against?: string) => Promise<Section[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  bundles: async () => [await benchSizes()],
  init: async (repetitions) => [await benchInit({ repetitions })],
  'console-animation-frames': async (repetitions) => [await benchAnimationFrames({ repetitions })],
  'console-first-view': async (repetitions) => [await benchFirstView({ repetitions })],
  detection: (repetitions) => withMedia((media) => benchDetection({ repetitions, ...media })),
  pipeline: async (repetitions) => [await benchPipeline({ repetitions })],
  api: async (repetitions, against) => [await benchApi({ repetitions, against })],
  contention: async (repetitions) => [await benchContention({ repetitions })],
  hot: async () => [await benchHot()],
  large: (repetitions) => benchLarge({ repetitions }),
  lists: async (repetitions) => [await benchLists({ repetitions })],
  memory: async (repetitions) => [await withMedia((media) => benchMemory({ repetitions, ...media }))],
  neighbours: async (repetitions) => [await benchNeighbours({ repetitions })],
  queries: async (repetitions) => [await benchQueries({ repetitions })],
  still: (repetitions) => withMedia((media) => benchStill({ repetitions, ...media })),
  scale: (repetitions) => withMedia((media) => benchScale({ repetitions, ...media })),
  surface: (repetitions) => withMedia((media) => benchSurface({ repetitions, ...media })),
  'surface-memory': async (repetitions) => [
    await withMedia((media) => benchSurfaceMemory({ repetitions, ...media })),
  ],
  sweep: async () => [await benchSweep()],
  console: async (repetitions) => [await benchLongTasks({ repetitions })],
  startup: async (repetitions) => [
    await benchStartup({ repetitions }),
    await benchDecoderStart({ repetitions }),
  ],
};

const NAMES = Object.keys(BENCHES);

const OPTIONS = {
  against: value(
    'FOLDER',
    'A checkout of another commit, with its packages, as the baseline of "api".',
    text,
  ),
  json: flag('The figures as one line of JSON.'),
  repetitions: value('N', 'Interleaved repetitions of each; 5 where absent.', integer(1)),
} satisfies Options;

await runCommand(
  `Measures the service beside named baselines: all, or what is named of\n${NAMES.join(', ')}.`,
  OPTIONS,
  async ({ json, repetitions = 5, against }, given) => {
    const unknown = given.find((name) => !NAMES.includes(name));
    if (unknown !== undefined) throw new UsageError(`"${unknown}" is none of ${NAMES.join(', ')}.`);
    await measureAll(given.length > 0 ? given : NAMES, { repetitions, json, against });
  },
  { mostNames: NAMES.length },
);
// The detector's threads, where one was loaded, would keep the process alive.
process.exit();

async function measureAll(
  names: readonly string[],
  { repetitions, json, against }: { repetitions: number; json: boolean; against: string | undefined },
): Promise<void> {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  if (!json) console.log(`${machine}; median (least–greatest) of ${repetitions} interleaved repetitions\n`);
  const sections: Section[] = [];
  for (const name of names) {
    const found = (await BENCHES[name]?.(repetitions, against)) ?? [];
    sections.push(...found);
    if (!json) console.log(found.map(toTable).join('\n'));
  }
  if (json) console.log(JSON.stringify({ machine, repetitions, sections }));
}
