import type { BoxKeyframe, Keyframe, StoredObject } from '../../contract/schemas/metadata.ts';
import { freshId } from '../ids.ts';
import type { Tracks } from './document.ts';
import { trackOf } from './document-view.ts';
import { tubeOf, tubeOverlap } from './tube-overlap.ts';

/**
 * The least tube overlap (see `tubeOverlap`) at which an object counts as found again. 0.4 admits a well-fitting box in
 * half of its frames. With another label the box must be nearly the same everywhere, so that a bicycle does not inherit
 * the name of its rider.
 */
const SAME_LABEL_OVERLAP = 0.4;
const OTHER_LABEL_OVERLAP = 0.7;

/** An object that a detection job has found; frames are ranks in presentation order, boxes fractions of the displayed frame. */
export interface DetectedObject {
  readonly label: string;
  /** In [0, 1]. */
  readonly confidence: number;
  /** Probability of the label in [0, 1], where it was chosen among texts. */
  readonly labelConfidence?: number;
  /** The first and the last frame in which it is seen. */
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** From the first to the last, hidden stretches included. */
  readonly frameCount: number;
  readonly keyframes: readonly BoxKeyframe[];
}

interface DetectionMerge {
  objects: Record<string, StoredObject>;
  tracks: Tracks;
  /** Earlier `box` objects that remain, found again or not. */
  kept: number;
  added: number;
  removed: number;
}

type Annotations = Pick<StoredObject, 'kind' | 'userLabel' | 'customData' | 'labelConfidence'>;
const UNTOUCHED: Annotations = { kind: 'box', userLabel: null, customData: {} };

/**
 * Merges the result of a detection job into the objects of a video. An earlier `box` object that is found again
 * keeps its id, `userLabel` and `customData` and takes the rest from the detection. One that is not found again
 * is removed unless it has annotations (`userLabel`, `customData`); then it stays unchanged. `surface` objects stay.
 * Each detected object becomes exactly one object, so merging the same result twice changes nothing.
 *
 * Pairs are made greedily: those of one label before the others, greater overlap first, ties in the order given.
 *
 * @param newId makes ids of new objects, in the order of `detected`; ids that are taken are skipped
 */
export function mergeDetectedObjects(
  current: { objects: Record<string, StoredObject>; tracks: Tracks },
  detected: readonly DetectedObject[],
  newId: () => string,
): DetectionMerge {
  const earlier = Object.values(current.objects);
  const boxes = earlier.filter(({ kind }) => kind === 'box');
  const found = recognise(boxes, current.tracks, detected);
  const foundAgain = new Set(found.values());

  const objects = new Map<string, StoredObject>();
  const tracks = new Map<string, Keyframe[]>();
  for (const object of earlier) {
    if (object.kind === 'box' && !foundAgain.has(object) && !isAnnotated(object)) continue;
    objects.set(object.id, object);
    tracks.set(object.id, trackOf(current.tracks, object.id));
  }
  const kept = boxes.filter(({ id }) => objects.has(id)).length;

  for (const detection of detected) {
    const { label, confidence, labelConfidence, firstFrame, lastFrame, frameCount, keyframes } = detection;
    const known = found.get(detection);
    const id =
      known?.id ??
      freshId(newId, { has: (taken) => Object.hasOwn(current.objects, taken) || objects.has(taken) });
    const { labelConfidence: _, ...annotations }: Annotations = known ?? UNTOUCHED;
    const named = labelConfidence === undefined ? {} : { labelConfidence };
    objects.set(id, { ...annotations, id, label, confidence, ...named, firstFrame, lastFrame, frameCount });
    tracks.set(id, [...keyframes]);
  }
  return {
    objects: Object.fromEntries(objects),
    tracks: Object.fromEntries(tracks),
    kept,
    added: detected.length - foundAgain.size,
    removed: boxes.length - kept,
  };
}

const isAnnotated = ({ userLabel, customData }: StoredObject): boolean =>
  userLabel !== null || Object.keys(customData).length > 0;

/** The earlier object that each detected object is, where there is one. */
function recognise(
  boxes: readonly StoredObject[],
  tracks: Tracks,
  detected: readonly DetectedObject[],
): Map<DetectedObject, StoredObject> {
  const pairs: { object: StoredObject; detection: DetectedObject; sameLabel: boolean; overlap: number }[] =
    [];
  const detectedTubes = detected.map((detection) => ({ detection, tube: tubeOf(detection.keyframes) }));
  for (const object of boxes) {
    const earlierTube = tubeOf(trackOf(tracks, object.id).filter(isBox));
    for (const { detection, tube } of detectedTubes) {
      const sameLabel = object.label === detection.label;
      const least = sameLabel ? SAME_LABEL_OVERLAP : OTHER_LABEL_OVERLAP;
      const overlap = tubeOverlap(earlierTube, tube, least);
      if (overlap >= least) pairs.push({ object, detection, sameLabel, overlap });
    }
  }
  pairs.sort((a, b) => Number(b.sameLabel) - Number(a.sameLabel) || b.overlap - a.overlap);

  const found = new Map<DetectedObject, StoredObject>();
  const taken = new Set<StoredObject>();
  for (const { object, detection } of pairs) {
    if (taken.has(object) || found.has(detection)) continue;
    taken.add(object);
    found.set(detection, object);
  }
  return found;
}

const isBox = (keyframe: Keyframe): keyframe is BoxKeyframe => 'width' in keyframe;
