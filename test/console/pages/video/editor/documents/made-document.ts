import type { JsonObject } from '../../../../../../shared/domain/json/json.ts';

/** A document as the service gives it, with this many objects and keyframes of each. */
export function madeDocument(objects: number, keyframes: number): JsonObject {
  const made = Array.from({ length: objects }, (_, i) => {
    const id = `o${i}`;
    const track = Array.from({ length: keyframes }, (_, frame) => ({
      frame,
      time: frame / 25,
      x: 0.1,
      y: 0.2,
      width: 0.1,
      height: 0.1,
    }));
    const seen = { firstFrame: 0, lastFrame: keyframes - 1, frameCount: keyframes };
    const names = { label: 'car', userLabel: null, confidence: 0.9, customData: {} };
    return [id, { id, kind: 'box', ...names, ...seen, track }];
  });
  return {
    schemaVersion: '2',
    videoDetails: { totalFrames: 100, fps: 25, width: 640, height: 360 },
    objects: Object.fromEntries(made),
    layers: [{ id: 'l1', name: 'Titles', overlays: [{ id: 'v1', name: 'Hello' }] }],
    variables: [],
    rules: [],
    note: 'kept',
  };
}

/** As an answer's body holds it. */
export function bytesOf(document: unknown): ArrayBuffer {
  const { buffer } = new TextEncoder().encode(JSON.stringify(document));
  return buffer;
}
