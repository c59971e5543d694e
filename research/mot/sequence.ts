import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameDetections } from '../../shared/vision/network/detection.ts';
import { scoreThresholds } from '../../shared/vision/tracking/score-thresholds.ts';
import type { Track } from '../../shared/vision/tracking/track.ts';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import { pairFrames, type Tally, tally } from './evaluate.ts';
import { byFrame, type MotRow, parseDetections, parseTruth } from './mot-file.ts';
import { sampledFrames } from './sampled-frames.ts';

/** Detections and ground truth of one video. */
export interface Sequence {
  readonly name: string;
  readonly fps: number;
  readonly mot17: boolean;
  readonly truth: readonly MotRow[];
  readonly detections: readonly MotRow[];
}

/** Reads `detections/NAME.txt`, `truth/NAME.txt` and, where there is one, `truth/NAME.seqinfo.ini`. */
export function readSequence(folder: string, name: string): Sequence {
  const read = (...parts: string[]): string => readFileSync(path.join(folder, ...parts), 'utf8');
  const rows = `${name}.txt`;
  const mot17 = name.startsWith('MOT17');
  const rate = mot17 ? /frameRate=(\d+)/.exec(read('truth', `${name}.seqinfo.ini`))?.[1] : undefined;
  return {
    name,
    mot17,
    fps: Number(rate ?? 25),
    truth: parseTruth(read('truth', rows), path.join(folder, 'truth', rows)),
    detections: parseDetections(read('detections', rows), path.join(folder, 'detections', rows)),
  };
}

/** The rows of the ground truth that are evaluated. */
export const annotated = ({ truth, mot17 }: Sequence): MotRow[] =>
  truth.filter((row) => row.confidence !== 0 && (!mot17 || row.category === 1));

/** Frames 1, 1 + stride, …, those without detections included; long runs of these are shortened (`sampledFrames`). */
export function sample(detections: readonly MotRow[], fps: number, stride: number): FrameDetections[] {
  const rows = byFrame(detections);
  return sampledFrames(rows.keys(), fps, stride).map((frame) => ({
    frame,
    time: (frame - 1) / fps,
    detections: (rows.get(frame) ?? []).map(({ box, confidence, category }) => ({
      box,
      score: confidence,
      label: `class ${category}`,
    })),
  }));
}

/** Tracks as rows in the order of frames; tracks are numbered from 1. A box between two observations has the confidence of its track. */
export const toRows = (tracks: Iterable<Track>): MotRow[] =>
  [...tracks]
    .flatMap(({ confidence, points }, index) =>
      points.map(({ frame, box, score }) => ({
        frame,
        id: index + 1,
        box,
        confidence: score ?? confidence,
        category: -1,
      })),
    )
    .sort((a, b) => a.frame - b.frame || a.id - b.id);

export type Tracker = (frames: readonly FrameDetections[]) => Iterable<Track>;

/** With the thresholds that suit the detector, as nobody has chosen any. */
export const trackDetections: Tracker = (frames) => trackObjects(frames, scoreThresholds(frames));

export function evaluateTracker(
  { truth, detections, fps, mot17 }: Sequence,
  stride: number,
  track: Tracker,
): Tally {
  return tally(pairFrames(truth, toRows(track(sample(detections, fps, stride))), { mot17, stride }));
}
