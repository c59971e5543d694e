import { expect, test } from 'vitest';
import type { SegmentFrame } from '../../../shared/service/detection/detect-samples.ts';
import { type PackedSegment, trackSegments } from '../../../shared/service/detection/track-segments.ts';
import { LAYOUT_BYTES } from '../../../shared/vision/appearance/colour-layout.ts';
import { frameSignature } from '../../../shared/vision/camera/frame-signature.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';

const [WIDTH, HEIGHT] = [32, 18];

/** A gradient: from dark red to light red, or from white to blue. */
function look(place: 'inside' | 'outside'): string {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => {
    const share = Math.floor(i / (WIDTH * 3)) / HEIGHT;
    if (place === 'inside') return i % 3 === 0 ? 60 + 180 * share : 20;
    return i % 3 === 2 ? 255 : 255 * (1 - share);
  });
  return Buffer.from(frameSignature(data, WIDTH, HEIGHT)).toString('base64');
}

/** Somebody stands still for ten seconds; the surroundings change after five. */
const frames = (after: 'inside' | 'outside', label = 'person'): SegmentFrame[] =>
  Array.from({ length: 50 }, (_, i) => ({
    frame: 6 * i,
    time: i / 5,
    signature: look(i < 25 ? 'inside' : after),
    motion: null,
    detections: [{ box: { x: 100, y: 100, width: 40, height: 100 }, score: 0.9, label }],
  }));

/** The frames in two segments. */
const tracks = (all: SegmentFrame[], labels: string[] = []): Track[] => {
  const segments: PackedSegment[] = [() => all.slice(0, 30), () => all.slice(30)];
  return [...trackSegments(segments, { confidence: 0.5, labels })];
};

test('a hard cut ends all tracks', () => {
  const ends = (found: readonly Track[]) =>
    found.map(({ points }) => [points[0]?.frame, points.at(-1)?.frame]);
  expect(ends(tracks(frames('outside')))).toEqual([
    [0, 144],
    [150, 294],
  ]);
  expect(ends(tracks(frames('inside')))).toEqual([[0, 294]]);
});

test('only the wanted labels are tracked, and all when none is named', () => {
  expect(tracks(frames('inside', 'car'), ['person'])).toEqual([]);
  expect(tracks(frames('inside', 'car'), ['car', 'bus'])).toHaveLength(1);
  expect(tracks(frames('inside', 'car'))).toHaveLength(1);
});

/** Two people change places while nobody sees them; what they look like is stored beside their detections. */
const exchange = (looks: readonly [number, number]): SegmentFrame[] =>
  frames('inside').map((frame, i) => {
    const places = i < 20 ? [100, 220] : [220, 100];
    const bytes = looks.flatMap((look) =>
      Array.from({ length: LAYOUT_BYTES }, (_, k) => look + ((i + k) % 5)),
    );
    const seen = i < 20 || i >= 25;
    return {
      ...frame,
      detections: seen
        ? places.map((x) => ({ box: { x, y: 100, width: 60, height: 160 }, score: 0.9, label: 'person' }))
        : [],
      ...(seen && { appearances: Buffer.from(bytes).toString('base64') }),
    };
  });
const ends = (found: readonly Track[]) =>
  found.map(({ points }) => [points[0]?.box.x ?? 0, points.at(-1)?.box.x ?? 0].map(Math.round));

test('stored looks keep identities apart', () => {
  expect(ends(tracks(exchange([90, 150])))).toEqual([
    [100, 220],
    [220, 100],
  ]);
});

test('segments from before looks were stored are tracked by place alone', () => {
  const older = exchange([90, 150]).map(({ appearances, ...frame }) => frame);
  expect(ends(tracks(older))).toEqual([
    [100, 100],
    [220, 220],
  ]);
  expect(tracks(older)).toEqual(tracks(exchange([90, 90])));
});
