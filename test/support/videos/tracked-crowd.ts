import type { Keyframe, StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import type { StoredParts } from '../../../shared/stores/documents/pack-part.ts';

const FPS = 30;

/** A fraction with six decimals, as detection writes them; deterministic. */
const fraction = (object: number, keyframe: number, salt: number): number =>
  (Math.imul(object * 7919 + keyframe * 104_729 + salt * 15_485_863, 2_654_435_761) >>> 12) / 2 ** 20;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Box objects with as many keyframes each; ids in rising order. */
export function trackedCrowd(objects: number, keyframes: number): Pick<StoredParts, 'objects' | 'tracks'> {
  const ids = Array.from({ length: objects }, (_, index) => `obj_${index.toString(16).padStart(12, '0')}`);
  const objectOf = (id: string, index: number): StoredObject => ({
    id,
    kind: 'box',
    label: 'person',
    userLabel: null,
    confidence: rounded(fraction(index, 0, 0)),
    firstFrame: index,
    lastFrame: index + keyframes - 1,
    frameCount: keyframes,
    customData: {},
  });
  const keyframeOf = (index: number, keyframe: number): Keyframe => ({
    frame: index + keyframe,
    time: rounded((index + keyframe) / FPS),
    x: rounded(fraction(index, keyframe, 1)),
    y: rounded(fraction(index, keyframe, 2)),
    width: rounded(fraction(index, keyframe, 3)),
    height: rounded(fraction(index, keyframe, 4)),
  });
  return {
    objects: Object.fromEntries(ids.map((id, index) => [id, objectOf(id, index)])),
    tracks: Object.fromEntries(
      ids.map((id, index) => [id, Array.from({ length: keyframes }, (_, i) => keyframeOf(index, i))]),
    ),
  };
}
