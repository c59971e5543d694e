import { link } from '../../shared/vision/link.ts';
import { type Place, stabilise } from '../../shared/vision/sighting.ts';
import { smoothed } from '../../shared/vision/smooth.ts';
import { type TrackStages, trackObjects } from '../../shared/vision/track.ts';
import { type Tracklet, tracklets } from '../../shared/vision/tracklets.ts';
import { figures, pool, type Tally } from './evaluate.ts';
import { fitLinkModel } from './fit.ts';
import { evaluateTracker, readSequence, type Sequence, type Tracker } from './sequence.ts';

const STRIDES = [1, 3, 6];
const HEADER = '| tracker | stride | MOTA | IDF1 | HOTA | ID switches |\n|---|---|---|---|---|---|';

const mot17 = (folder: string): Sequence[] =>
  ['MOT17-02', 'MOT17-04', 'MOT17-05'].map((name) => readSequence(folder, name));

function row(name: string, stride: number, counts: Tally): string {
  const { mota, idf1, hota, switches } = figures(counts);
  const percent = [mota, idf1, hota].map((value) => (100 * value).toFixed(1));
  return `| ${[name, stride, ...percent, switches].join(' | ')} |`;
}

function rows(name: string, sequences: readonly Sequence[], track: Tracker): string[] {
  return STRIDES.map((stride) =>
    row(name, stride, pool(sequences.map((sequence) => evaluateTracker(sequence, stride, track)))),
  );
}

/** The tracker as the service runs it: all of MOT17, each sequence alone, and TUD-Campus. */
export function trackerTable(folder: string): string {
  const sequences = mot17(folder);
  const campus = readSequence(folder, 'TUD-Campus');
  return [
    HEADER,
    ...rows('MOT17-02+04+05', sequences, trackObjects),
    ...sequences.flatMap((sequence) => rows(sequence.name, [sequence], trackObjects)),
    row(campus.name, 1, evaluateTracker(campus, 1, trackObjects)),
  ].join('\n');
}

/** What each stage contributes: the tracker with that stage replaced by the simplest thing that could stand there. */
export function stageTable(folder: string): string {
  const all: TrackStages = { stabilise, tracklets, link, smoothed };
  const variants: Record<string, Tracker> = {
    complete: trackObjects,
    'camera taken as still': (frames) =>
      trackObjects(
        frames,
        {},
        {
          ...all,
          stabilise: (input, interval, options) =>
            stabilise(input, interval, { ...options, highScore: Infinity }),
        },
      ),
    'sure detections only': (frames) => trackObjects(frames, { lowScore: 0.6 }),
    'no linking over gaps': (frames) => trackObjects(frames, {}, { ...all, link: (found) => [...found] }),
    'no smoothing': (frames) => trackObjects(frames, {}, { ...all, smoothed: straight }),
  };
  const sequences = mot17(folder);
  return [HEADER, ...Object.entries(variants).flatMap(([name, track]) => rows(name, sequences, track))].join(
    '\n',
  );
}

/** Each sequence tracked with a link model fitted to the two others. */
export function leftOutTable(folder: string): string {
  const sequences = mot17(folder);
  const trackers = sequences.map((left): Tracker => {
    const model = fitLinkModel(sequences.filter((sequence) => sequence !== left));
    return (frames) =>
      trackObjects(
        frames,
        {},
        {
          stabilise,
          tracklets,
          smoothed,
          link: (found, samples, noise, maxGap) => link(found, samples, noise, maxGap, model),
        },
      );
  });
  const tables = STRIDES.map((stride) => {
    const counts = sequences.map((sequence, i) =>
      evaluateTracker(sequence, stride, trackers[i] ?? trackObjects),
    );
    return row('each sequence left out', stride, pool(counts));
  });
  return [HEADER, ...tables].join('\n');
}

/** The sightings as they are, with straight lines between them. */
function straight(tracklet: Tracklet): Place[] {
  return tracklet.flatMap(({ index, place }, i): Place[] => {
    const next = tracklet[i + 1];
    if (!next) return [place];
    const steps = next.index - index;
    const mix = (axis: 0 | 1 | 2 | 3, k: number): number =>
      place[axis] + ((next.place[axis] - place[axis]) * k) / steps;
    return Array.from({ length: steps }, (_, k): Place => [mix(0, k), mix(1, k), mix(2, k), mix(3, k)]);
  });
}
