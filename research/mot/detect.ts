import { stat } from 'node:fs/promises';
import { runCommand } from '../../bench/run-command.ts';
import { type Options, value } from '../../cli/arguments.ts';
import { CommandFailure, UsageError } from '../../cli/failures.ts';
import { listOf, number, text } from '../../cli/values.ts';
import { modelsDirs } from '../../local/models-dirs.ts';
import { damageOf } from '../../shared/domain/job/job.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { openDetector } from '../../shared/inference/detectors/open-detector.ts';
import { findAddedModels, manifestOf } from '../../shared/inference/models/extended-manifest.ts';
import { modelById } from '../../shared/inference/models/manifest.ts';
import { type LocatedModel, selectDetector } from '../../shared/inference/models/model-store.ts';
import { describeUnknown, unknownLabels } from '../../shared/inference/models/unknown-labels.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { detectSamples, type SegmentFrame } from '../../shared/service/detection/detect-samples.ts';
import { trackSegments } from '../../shared/service/detection/track-segments.ts';
import type { Track } from '../../shared/vision/tracking/track.ts';
import { requireOtherFile, writeOutput } from '../files.ts';
import { ofVideoFile } from '../media-failure.ts';

const OPTIONS = {
  video: value('FILE', 'The video.', text),
  out: value(
    'FILE',
    'Where the tracks go. Rows frame,id,x,y,w,h,score,class: frame of the video, from 1, displayed pixels; each track has an id.',
    text,
  ),
  fps: value('F', 'Samples a second.', number(0.01, 1000)),
  confidence: value('C', 'Least confidence of an object; 0.5 where absent.', number(0, 1)),
  labels: value('A,B', 'Only objects of these labels.', listOf(text)),
  model: value('ID', 'Another detector than the default one.', text),
} satisfies Options;

await runCommand(
  'Detects and tracks the objects of a video as a job of the service does. Boxes may reach beyond the frame, as those of\nMOTChallenge do; a job cuts them off at its edges.',
  OPTIONS,
  async ({ video, out, fps, confidence = 0.5, labels = [], model }) => {
    if (video === undefined || out === undefined || fps === undefined)
      throw new UsageError('--video FILE --out FILE --fps F are needed; --help shows all there is.');
    await requireOtherFile(out, '--video', [video]);
    const frames = await ofVideoFile(video, detect(video, fps, labels, model));
    const tracks = [...trackSegments([() => frames], { confidence, labels })];
    await writeOutput(out, rows(tracks));
    if (tracks.length === 0) console.error(`No objects were found in ${video}.`);
  },
);

async function detect(
  file: string,
  fps: number,
  labels: readonly string[],
  modelId?: string,
): Promise<SegmentFrame[]> {
  if ((await stat(file)).isDirectory())
    throw new CommandFailure('EISDIR', `${file} is a folder, not a video.`);
  await using source = await fileSource(file);
  const { width, height, frames: index } = await probeVideo(source);
  const located = await locate(labels, modelId);
  const detector = await openDetector(located);
  try {
    const samples = sampleFrames(index, fps);
    const { boundaries } = planSegments(samples, index.keyFrames, width * height);
    const found: SegmentFrame[] = [];
    for (const [segment, start] of boundaries.slice(0, -1).entries()) {
      const part = samples.slice(start, boundaries[segment + 1]);
      for await (const frame of detectSamples(detector, { source, width, height, index }, part, {
        previous: samples[start - 1],
      })) {
        found.push(frame);
      }
    }
    requireDecoded(file, samples.length, samples.length - found.length);
    return found;
  } finally {
    await detector.close();
  }
}

/**
 * The model that finds these labels: the wanted one; where none is named and the default is not installed, the built-in one if it
 * knows them as well.
 * @throws UsageError for labels that the wanted model does not know; CommandFailure where it is named, or they fail for want of it
 */
async function locate(labels: readonly string[], modelId?: string): Promise<LocatedModel> {
  const dirs = modelsDirs(process.env);
  const manifest = manifestOf(await findAddedModels(dirs));
  const wanted = modelById(manifest, modelId ?? manifest.default);
  const located = await selectDetector({ manifest, modelsDirs: dirs, modelId: wanted.id });
  const missing = (consequence = ''): CommandFailure =>
    new CommandFailure('MODEL_MISSING', `${wanted.id} is not usable: ${located.reason}.${consequence}`);
  const standsIn = located.reason !== undefined;
  if (standsIn && modelId !== undefined) throw missing();
  const unknown = unknownLabels(located.model, labels);
  if (unknown.length > 0) {
    const never = unknownLabels(wanted, labels);
    if (never.length > 0)
      throw new UsageError(`${describeUnknown(wanted, never)} It knows ${wanted.labels.join(', ')}.`);
    throw missing(` ${describeUnknown(located.model, unknown)}`);
  }
  if (standsIn) console.error(`Using ${located.model.id}: ${located.reason}`);
  return located;
}

/** @throws CommandFailure where a job would fail; otherwise samples that could not be decoded are reported */
function requireDecoded(file: string, sampled: number, undecodable: number): void {
  const failure = damageOf(sampled, undecodable);
  if (failure !== null) throw new CommandFailure(failure.code, `${file}: ${failure.message}`);
  if (undecodable > 0)
    console.error(
      `${file}: ${undecodable} of the ${sampled} frames to look at could not be decoded and were left out.`,
    );
}

/** In the order of frames; a box between two detections has the confidence of its track. */
function rows(tracks: readonly Track[]): string {
  return tracks
    .flatMap(({ label, confidence, points }, index) =>
      points.map(({ frame, box, score }) => ({
        frame,
        id: index + 1,
        box,
        score: score ?? confidence,
        label,
      })),
    )
    .sort((a, b) => a.frame - b.frame || a.id - b.id)
    .map(({ frame, id, box, score, label }) => {
      const sides = [box.x, box.y, box.width, box.height].map((side) => side.toFixed(2));
      return `${[frame + 1, id, ...sides, score.toFixed(4), label].join()}\n`;
    })
    .join('');
}
