import { expect, test } from 'vitest';
import { type Box, iou } from '../../../shared/kernel/geometry/box.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';
import { type Actor, film, trackAll, walker } from './film.ts';

test('people who cross keep their identities', () => {
  const tracks = trackAll(film(8, [walker(0, 80), { ...walker(640, -80, 130), label: 'person' }]));
  expect(tracks).toHaveLength(2);
  for (const { points } of tracks) {
    const steps = points.slice(1).map(({ box }, i) => Math.sign(box.x - (points[i]?.box.x ?? 0)));
    expect(new Set(steps).size).toBe(1);
  }
});

test('a gap is bridged along the motion, and its points say that nothing was detected', () => {
  const hidden: Actor = { ...walker(0, 60), score: (t) => (t > 3 && t < 3.9 ? 0 : 0.9) };
  const [track, ...others] = trackAll(film(8, [hidden]));
  expect(others).toEqual([]);
  const bridged = track?.points.filter(({ score }) => score === null) ?? [];
  expect(bridged).toHaveLength(4);
  expect(track?.hidden).toEqual([]);
  for (const { time, box } of bridged) expect(iou(box, hidden.at(time))).toBeGreaterThan(0.9);
});

test('who comes in quickly where all others stand has the boxes of the detector', () => {
  const standing = [0, 1, 2, 3].map(
    (k): Actor => ({ label: 'person', at: () => at(300 + 150 * k, 360 + 150 * k) }),
  );
  const at = (left: number, right: number): Box => ({ x: left, y: 100, width: right - left, height: 200 });
  // Past the left border within half a second, then at a stroll.
  const coming = (t: number): Box => {
    const right = t < 3.5 ? 240 * (t - 3) : 120 + 30 * (t - 3.5);
    return at(Math.max(0, right - 80), right);
  };
  const tracks = trackAll(
    film(8, [...standing, { label: 'person', at: coming, score: (t) => (t > 3.05 ? 0.9 : 0) }], 10),
  );
  expect(tracks).toHaveLength(5);
  const [visitor] = tracks.filter(({ points }) => (points[0]?.time ?? 0) > 3);
  const overlaps = visitor?.points.map(({ time, box }) => iou(box, coming(time))) ?? [];
  expect(Math.min(...overlaps)).toBeGreaterThan(0.9);
});

test.each([
  ['all samples', []],
  ['all but the one after', [4.2]],
  ['all but the one before and a later one', [3.8, 4.8]],
])('who turns back where all others stand is where it was detected, seen in %s', (_, missed) => {
  const standing = [0, 1, 2, 3].map(
    (k): Actor => ({ label: 'person', at: () => ({ x: 900 + 100 * k, y: 100, width: 80, height: 200 }) }),
  );
  const turning: Actor = {
    label: 'person',
    at: (t) => ({ x: 700 - 160 * Math.abs(t - 4), y: 100, width: 80, height: 200 }),
    score: (t) => (missed.some((second) => Math.abs(t - second) < 0.01) ? 0 : 0.9),
  };
  const tracks = trackAll(film(8, [...standing, turning]));
  const track = tracks.find(({ points }) => points.some(({ box }) => box.x < 600));
  const seen = track?.points.filter(({ score }) => score !== null) ?? [];
  expect(seen.length).toBeGreaterThan(30);
  for (const { time, box } of seen) expect(iou(box, turning.at(time)), `${time} s`).toBeGreaterThan(0.6);
});

test('what narrows fast and then is lost keeps a width that it was seen with', () => {
  const narrowing: Actor = {
    label: 'person',
    at: (t) => ({ x: 600, y: 100, width: Math.max(8, 80 - 120 * Math.max(0, t - 1)), height: 200 }),
    score: (t) => (t < 1.85 ? 0.9 : 0),
  };
  const [track] = trackAll(film(4, [narrowing], 10));
  expect(Math.min(...(track?.points.map(({ box }) => box.width) ?? []))).toBeGreaterThanOrEqual(8 - 1e-9);
});

test('samples that are an hour apart are tracked without a number that is none', () => {
  const [track] = trackAll(
    Array.from({ length: 6 }, (_, i) => ({
      frame: i,
      time: 3600 * i,
      detections: [{ box: { x: 100, y: 100, width: 50, height: 100 }, score: 0.9, label: 'person' }],
    })),
  );
  expect(track?.points).toHaveLength(6);
  for (const { box } of track?.points ?? [])
    expect(iou(box, { x: 100, y: 100, width: 50, height: 100 })).toBeGreaterThan(0.99);
});

test('a box that spans two people for two samples does not bend the track', () => {
  const clasped = (t: number): boolean => t > 3.95 && t < 4.15;
  const [track, ...others] = trackAll(
    film(8, [{ ...walker(0, 30), at: (t) => ({ ...walker(0, 30).at(t), width: clasped(t) ? 90 : 40 }) }], 10),
  );
  expect(others).toEqual([]);
  for (const { time, box } of track?.points ?? [])
    expect(iou(box, walker(0, 30).at(time))).toBeGreaterThan(0.8);
});

test('who is not seen for more than a second stays one track, with no points in between', () => {
  const hiding: Actor = { ...walker(0, 60), score: (t) => (t > 3 && t < 4.5 ? 0 : 0.9) };
  const [track, ...others] = trackAll(film(8, [hiding, walker(900, -50, 300)])).toSorted(
    (a, b) => a.points.length - b.points.length,
  );
  expect(others).toHaveLength(1);
  expect(others[0]?.hidden).toEqual([]);
  expect(track?.hidden).toEqual([{ frame: 96, time: 3.2 }]);
  const frames = Array.from({ length: 40 }, (_, i) => 6 * i);
  expect(track?.points.map(({ frame }) => frame)).toEqual(
    frames.filter((frame) => frame <= 90 || frame >= 138),
  );
  expect(track?.points.every(({ score }) => score !== null)).toBe(true);
});

test('what comes straight at the camera is the same after a gap in which its height grew by two thirds', () => {
  const distance = (t: number): number => 40 - 6 * t;
  const oncoming: Actor = {
    label: 'car',
    at: (t) => {
      const height = 1200 / distance(t);
      return { x: 600 - 0.7 * height, y: 300 - height / 2, width: 1.4 * height, height };
    },
    score: (t) => (t > 3 && t < 4.5 ? 0 : 0.9),
  };
  const tracks = trackAll(film(6, [oncoming, walker(0, 60), walker(900, -50, 130)]));
  expect(tracks.map(({ label }) => label).toSorted()).toEqual(['car', 'person', 'person']);
});

test('a track has one point for every sampled frame between its ends', () => {
  const frames = film(6, [walker(0, 50), walker(900, -70, 300)]);
  for (const { points } of trackAll(frames)) {
    const first = frames.findIndex(({ frame }) => frame === points[0]?.frame);
    expect(points.map(({ frame }) => frame)).toEqual(
      frames.slice(first, first + points.length).map(({ frame }) => frame),
    );
  }
});

test('no track crosses a cut', () => {
  const tracks = trackAll(film(6, [walker(0, 10)]), { cuts: [90] });
  expect(tracks.map(({ points }) => [points[0]?.frame, points.at(-1)?.frame])).toEqual([
    [0, 84],
    [90, 174],
  ]);
});

test('doubtful detections continue a track but never begin one', () => {
  const doubtful: Actor = { ...walker(0, 20), score: () => 0.3 };
  const wavering: Actor = { ...walker(500, 20), score: (t) => (Math.round(t * 5) % 3 === 0 ? 0.3 : 0.9) };
  const tracks = trackAll(film(6, [doubtful, wavering]));
  expect(tracks).toHaveLength(1);
  expect(tracks[0]?.points.some(({ score }) => score === 0.3)).toBe(true);
});

test('a detector that wavers between classes gives one track with the class it was surest of', () => {
  const frames = film(6, [walker(0, 20)]).map((frame, i) => ({
    ...frame,
    detections: frame.detections.map((d) => (i % 4 === 3 ? { ...d, label: 'dog', score: 0.7 } : d)),
  }));
  expect(trackAll(frames).map(({ label }) => label)).toEqual(['person']);
});

test('two classes in one place stay two tracks', () => {
  const rider = walker(0, 100);
  const horse: Actor = { ...rider, label: 'horse', at: (t) => ({ ...rider.at(t), y: 110 }) };
  const tracks = trackAll(film(6, [rider, horse]));
  expect(tracks.map(({ label }) => label).sort()).toEqual(['horse', 'person']);
});

test('identities survive a camera that pans by more than a box width between two samples', () => {
  const crowd = [0, 1, 2, 3, 4, 5].map((k) => walker(150 * k, 4 * (k % 3), 40 + 70 * ((k * 2) % 5)));
  const frames = film(6, crowd).map((frame, i) => ({
    ...frame,
    detections: frame.detections.map((d) => ({ ...d, box: { ...d.box, x: d.box.x - 90 * i } })),
  }));
  const tracks = trackAll(frames);
  expect(tracks).toHaveLength(crowd.length);
  for (const { points } of tracks) expect(points).toHaveLength(frames.length);
});

test('the sampling interval may vary', () => {
  const times = Array.from({ length: 30 }, (_, i) => i / 5 + (i % 3 === 1 ? 0.08 : 0));
  const actor = walker(0, 120);
  const frames = times.map((time, i) => ({
    frame: 6 * i,
    time,
    detections: [{ box: actor.at(time), score: 0.9, label: 'person' }],
  }));
  expect(trackAll(frames)).toHaveLength(1);
});

test('the same detections always give the same tracks', () => {
  const frames = film(6, [walker(0, 50), walker(400, -50, 120), walker(200, 0, 140)]);
  expect(trackAll(structuredClone(frames))).toEqual(trackAll(frames));
});

test('a detection in every sample of a very short video is an object', () => {
  expect(trackAll(film(1, [walker(0, 20)]).slice(0, 2))).toHaveLength(1);
});

test('what flashes up and is gone is none', () => {
  const flash: Actor = { ...walker(500, 0), score: (t) => (t > 2 && t < 2.5 ? 0.9 : 0) };
  expect(trackAll(film(6, [walker(0, 20), flash]))).toHaveLength(1);
});

test('what flashes up for a tenth of a second is none at 30 frames a second either', () => {
  const frames = Array.from({ length: 90 }, (_, i) => ({
    frame: i,
    time: i / 30,
    detections: [0, 1].flatMap((k) => {
      const { label, at } = walker(500 * k, 20);
      return k === 0 || (i > 40 && i < 45) ? [{ label, box: at(i / 30), score: 0.9 }] : [];
    }),
  }));
  expect(trackAll(frames)).toHaveLength(1);
});

test('frames are looked at once and in order, so that they need not be in memory', () => {
  const frames = film(6, [walker(0, 50), walker(900, -70, 300)]);
  const once = function* () {
    yield* frames;
  };
  expect([...trackObjects(once())]).toEqual(trackAll(frames));
});

test.each([5, 10, 30])('a hidden walker is found again at %i frames a second', (rate) => {
  const people = [walker(0, 60), walker(600, -60, 130)];
  const frames = Array.from({ length: 8 * rate }, (_, i) => ({
    frame: i,
    time: i / rate,
    detections: people
      .filter((_, k) => k === 0 || i / rate < 3 || i / rate > 4)
      .map(({ label, at }) => ({ label, box: at(i / rate), score: 0.9 })),
  }));
  expect(trackAll(frames).map(({ points }) => [points[0]?.frame, points.at(-1)?.frame])).toEqual([
    [0, 8 * rate - 1],
    [0, 8 * rate - 1],
  ]);
});

test.each([
  ['no frames', []],
  ['frames without detections', film(2, [])],
  ['one frame', film(1, [walker(0, 0)]).slice(0, 1)],
  ['frames of equal time', film(2, [walker(0, 0)]).map((frame) => ({ ...frame, time: 1 }))],
  ['empty boxes', film(2, [{ label: 'x', at: () => ({ x: 5, y: 5, width: 0, height: 0 }) }])],
])('%s are tracked without an error and without a number that is none', (_, frames) => {
  for (const { points, confidence } of trackAll(frames)) {
    expect(confidence).not.toBeNaN();
    for (const { box } of points) expect(Object.values(box).every(Number.isFinite)).toBe(true);
  }
});

test('a single object survives a shaking camera whose motion is known from the pictures', () => {
  const shake = [0, 280, -120, 180, -300, 60, -220, 320];
  const offset = (i: number): number => shake[i % shake.length] ?? 0;
  const frames = film(6, [walker(200, 10)]).map((frame, i) => ({
    ...frame,
    detections: frame.detections.map((d) => ({ ...d, box: { ...d.box, x: d.box.x + offset(i) } })),
  }));
  const known = frames.map((frame, i) => ({
    ...frame,
    motion: i === 0 ? null : { scale: 1, x: offset(i - 1) - offset(i), y: 0 },
  }));
  const whole = (tracks: readonly Track[]) => tracks.filter(({ points }) => points.length === frames.length);
  expect(whole(trackAll(frames))).toHaveLength(0);
  const tracks = trackAll(known);
  expect(whole(tracks)).toHaveLength(1);
  expect(tracks).toHaveLength(1);
});

test('people who stand in a row stay where they are when most are seen doubtfully for a sample', () => {
  // Of two samples the sure ones would fit as well if the camera had moved by one place.
  const sureAt = (k: number, t: number): boolean => Math.abs(t - (k % 2 === 0 ? 4 : 4.2)) > 0.01;
  const row = [0, 1, 2, 3, 4, 5].map(
    (k): Actor => ({
      label: 'person',
      at: () => ({ x: 170 * k, y: 100, width: 80, height: 200 }),
      score: (t) => (sureAt(k, t) ? 0.9 : 0.45),
    }),
  );
  const tracks = trackAll(film(8, row));
  expect(tracks).toHaveLength(row.length);
  for (const { points } of tracks)
    expect(new Set(points.map(({ box }) => Math.round(box.x / 170))).size).toBe(1);
});
