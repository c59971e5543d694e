import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import type { LocatedModel } from '../../shared/inference/models/model-store.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { detectSamples, type SampledVideo } from '../../shared/service/detection/detect-samples.ts';
import { costOf, interleave } from '../measure.ts';

/** Measured processor times of a worker, in seconds; one entry per repetition. */
export interface RecordedWork {
  /** Starting the process and loading the model. */
  readonly startUps: readonly number[];
  readonly segments: readonly {
    /** A segment of one sample: starting the decoder, above all. */
    readonly decoderStart: number;
    /** Each further sample. */
    readonly sample: number;
  }[];
}

const OPEN_DETECTOR = fileURLToPath(new URL('./open-detector.ts', import.meta.url));

/**
 * Runs the worker's code on a short video, as on one segment of a long one.
 * @param fps samples a second
 */
export async function recordWork(
  video: SampledVideo,
  {
    located,
    modelsDirs,
    fps,
    repetitions,
  }: { located: LocatedModel; modelsDirs: readonly string[]; fps: number; repetitions: number },
): Promise<RecordedWork> {
  const samples = sampleFrames(video.index, fps);
  const detector = await openDetector(located);
  const detect = (frames: readonly number[]) =>
    costOf(async () => {
      for await (const _ of detectSamples(detector, video, frames));
    });
  try {
    const { one, all, startUp } = await interleave(repetitions, {
      one: () => detect(samples.slice(0, 1)),
      all: () => detect(samples),
      startUp: () =>
        costOf(() =>
          promisify(execFile)(process.execPath, [OPEN_DETECTOR, located.model.id], {
            env: { ...process.env, [SETTINGS.modelsDir]: modelsDirs.join(':') },
          }),
        ),
    });
    return {
      startUps: startUp.map(({ cpuMs }) => cpuMs / 1000),
      segments: all.map(({ cpuMs }, round) => {
        const start = one[round]?.cpuMs ?? 0;
        return { decoderStart: start / 1000, sample: (cpuMs - start) / 1000 / (samples.length - 1) };
      }),
    };
  } finally {
    await detector.close();
  }
}
