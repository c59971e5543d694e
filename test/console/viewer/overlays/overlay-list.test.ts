import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_SIDE } from '../../../../console/viewer/overlays/overlay-images.ts';
import { drawnFrames, listOverlays } from '../../../../console/viewer/overlays/overlay-list.ts';
import { MOST_CHARACTERS, MOST_POINTS, readLook } from '../../../../console/viewer/overlays/overlay-style.ts';
import { MOST_SOURCE_CHARACTERS } from '../../../../console/viewer/overlays/picture-file.ts';
import { LONGEST_SHARE } from '../../../../console/viewer/overlays/read-values.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { OVERLAY_SHAPES } from '../../../../shared/contract/schemas/core-overlays.ts';

const style = (type: string, config: Record<string, unknown>) =>
  readLook({ id: 'a', plugin: { type, config } });

test('the viewer draws as much as the contract says', () => {
  expect({ text: MOST_CHARACTERS, points: MOST_POINTS, share: LONGEST_SHARE }).toEqual({
    text: LIMITS.overlayText,
    points: LIMITS.overlayPoints,
    share: LIMITS.overlayShare,
  });
  expect({ characters: MOST_SOURCE_CHARACTERS, side: MOST_SIDE }).toEqual(LIMITS.overlayImage);
  for (const shape of OVERLAY_SHAPES)
    expect(style('core:shape', { shape })).toMatchObject({ kind: 'shape', shape });
});

describe('what a config does not say', () => {
  test('of a text is as the contract says', () => {
    expect(style('core:text', { text: 'a' })).toEqual({
      kind: 'text',
      text: 'a',
      size: 0.06,
      color: '#ffffff',
      background: null,
      align: 'center',
      width: 0.8,
    });
  });

  test('of an image is as the contract says', () => {
    expect(style('core:image', { source: 'x' })).toEqual({
      kind: 'image',
      source: 'x',
      width: 0.3,
      height: null,
    });
  });

  test('of a shape is as the contract says', () => {
    expect(style('core:shape', { shape: 'line' })).toMatchObject({
      width: 0.2,
      height: 0.2,
      stroke: '#ffffff',
      strokeWidth: 0.006,
      fill: null,
    });
    expect(style('core:shape', { shape: 'ellipse', fill: '#123' })).toMatchObject({
      stroke: null,
      fill: '#123',
    });
  });
});

test.each([
  ['user:clock', {}, 'user:clock'],
  ['core:map', {}, 'core:map'],
  ['core:text', {}, 'core:text'],
  ['core:text', { text: ' \n' }, 'core:text'],
  ['core:image', { source: 7 }, 'core:image'],
  ['core:shape', { shape: 'star' }, 'core:shape'],
  ['__proto__', { text: 'a' }, '__proto__'],
])('of type %s with %j is a frame with the name of the type', (type, config, label) => {
  expect(style(type, config)).toEqual({ kind: 'frame', label });
});

test('a text is cut between characters', () => {
  const read = style('core:text', { text: `a${'😀'.repeat(3000)}` });
  expect(read.kind === 'text' && read.text.isWellFormed() && [...read.text].length).toBe(MOST_CHARACTERS);
});

test('whatever a config holds, all numbers can be drawn', () => {
  const numbersIn = (value: unknown): number[] =>
    typeof value === 'number'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(numbersIn)
        : [];
  const members = [
    'text',
    'source',
    'shape',
    'size',
    'width',
    'height',
    'points',
    'strokeWidth',
    'opacity',
    'anchor',
  ];
  const config = fc.dictionary(
    fc.constantFrom(...members),
    fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom('a', 'line')),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('core:text', 'core:image', 'core:shape'),
      config,
      fc.jsonValue(),
      (type, read, position) => {
        const overlay = { id: 'a', position, plugin: { type, config: read } };
        const [listed] = listOverlays([{ id: 'l', overlays: [overlay as never] }]);
        const { firstFrame: _first, lastFrame: _last, ...drawn } = listed ?? { firstFrame: 0, lastFrame: 0 };
        for (const number of numbersIn(drawn)) expect(Math.abs(number)).toBeLessThanOrEqual(11);
      },
    ),
  );
});

describe('the list', () => {
  test('reads nothing into the config of a type that is not known', () => {
    const config = { firstFrame: 3, lastFrame: 9, opacity: 0.5, anchor: { object: 'o' } };
    const [listed] = listOverlays([
      { id: 'l', overlays: [{ id: 'a', plugin: { type: 'user:clock', config } }] },
    ]);
    expect(listed).toMatchObject({ firstFrame: 0, lastFrame: Infinity, opacity: 1, anchor: null });
  });

  const overlays = [{ id: 'a' }, { id: 'b' }];

  test('has the overlays of visible layers from the lowest to the highest', () => {
    const list = listOverlays([
      { id: 'one', overlays },
      { id: 'two', visible: false, overlays },
      { id: 'three', visible: 'no', overlays },
    ]);
    expect(list.map(({ name }) => `${name.layer} ${name.overlay}`)).toEqual([
      'one a',
      'one b',
      'three a',
      'three b',
    ]);
  });

  test('reads what has not changed only once', () => {
    const before = listOverlays([{ id: 'one', overlays }]);
    const after = listOverlays([{ id: 'one', overlays: [...overlays, { id: 'c' }] }]);
    expect(after[0]).toBe(before[0]);
    expect(after).toHaveLength(3);
  });

  test('knows spans and anchors, and leaves out anything else', () => {
    const [span, anchored, broken] = listOverlays([
      {
        id: 'l',
        overlays: [
          { id: 'a', plugin: { type: 'core:text', config: { firstFrame: 3, lastFrame: 9 } } },
          { id: 'b', plugin: { type: 'core:text', config: { anchor: { object: 'o', x: 0 } } } },
          {
            id: 'c',
            plugin: { type: 'core:text', config: { anchor: 'o', firstFrame: '3', lastFrame: null } },
          },
        ],
      },
    ]);
    expect(span).toMatchObject({ firstFrame: 3, lastFrame: 9, anchor: null, position: { x: 0.5, y: 0.5 } });
    expect(anchored?.anchor).toEqual({ object: 'o', x: 0, y: 0.5 });
    expect(broken).toMatchObject({ firstFrame: 0, lastFrame: Infinity, anchor: null });
  });
});

describe('the frames in which an overlay is drawn', () => {
  const NAME = { layer: 'a', overlay: 'b' };
  const object = {
    id: 'o',
    kind: 'box',
    label: 'car',
    userLabel: null,
    track: [10, 90].map((frame) => ({ frame, x: 0, y: 0, width: 0.5, height: 0.5 })),
  } as const;
  const frames = (config: Record<string, unknown>, visible = true) =>
    drawnFrames(
      [{ id: 'a', visible, overlays: [{ id: 'b', plugin: { type: 'core:text', config } }] }],
      NAME,
      {
        o: object,
      },
    );

  test('are those of its span', () => {
    expect(frames({ firstFrame: 5, lastFrame: 20 })).toEqual({ firstFrame: 5, lastFrame: 20 });
    expect(frames({})).toEqual({ firstFrame: 0, lastFrame: Number.POSITIVE_INFINITY });
  });

  test('end where the object does that it is fixed to', () => {
    expect(frames({ anchor: { object: 'o' } })).toEqual({ firstFrame: 10, lastFrame: 90 });
    expect(frames({ anchor: { object: 'o' }, firstFrame: 50, lastFrame: 200 })).toEqual({
      firstFrame: 50,
      lastFrame: 90,
    });
  });

  test('are none where its layer is hidden, its object is gone, its span is over before, or nothing has that name', () => {
    expect(frames({}, false)).toBeNull();
    expect(frames({ anchor: { object: 'gone' } })).toBeNull();
    expect(frames({ anchor: { object: 'o' }, lastFrame: 9 })).toBeNull();
    expect(drawnFrames([], NAME, {})).toBeNull();
  });
});
