import type { Keyframe, StoredObject } from '../../shared/contract/schemas/metadata.ts';
import { sixDecimals } from '../../shared/domain/json/json.ts';
import type { StoredParts } from '../../shared/stores/documents/pack-part.ts';

const FPS = 30;
const KEYFRAME_EVERY = FPS / 2;
const SIZE = { width: 0.1, height: 0.15 };

/** Objects of kind `box` that are seen in all frames and move all the time, 30 frames a second. */
export function movingBoxes(count: number, frames: number): Pick<StoredParts, 'objects' | 'tracks'> {
  const last = frames - 1;
  const between = Array.from({ length: Math.ceil(last / KEYFRAME_EVERY) }, (_, i) => i * KEYFRAME_EVERY);
  const objectOf = (id: string): StoredObject => ({
    id,
    kind: 'box',
    label: 'person',
    userLabel: null,
    confidence: 0.9,
    firstFrame: 0,
    lastFrame: last,
    frameCount: frames,
    customData: {},
  });
  const keyframeOf = (box: number, frame: number): Keyframe => ({
    frame,
    time: sixDecimals(frame / FPS),
    x: sixDecimals(0.45 + 0.4 * Math.sin(box + frame / 40)),
    y: sixDecimals(0.42 + 0.4 * Math.cos(box * 1.7 + frame / 50)),
    ...SIZE,
  });
  const ids = Array.from({ length: count }, (_, box) => `box_${String(box).padStart(3, '0')}`);
  return {
    objects: Object.fromEntries(ids.map((id) => [id, objectOf(id)])),
    tracks: Object.fromEntries(
      ids.map((id, box) => [id, [...between, last].map((frame) => keyframeOf(box, frame))]),
    ),
  };
}
