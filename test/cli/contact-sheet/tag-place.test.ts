import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rectangle } from '../../../cli/contact-sheet/draw.ts';
import { type Anchor, placeTag } from '../../../cli/contact-sheet/tag-place.ts';

const PICTURE = { width: 640, height: 360 };
const TAG = { width: 60, height: 16 };

const boxAnchor = ({ x, y, width, height }: Rectangle): Anchor => {
  const sides = { left: x, right: x + width };
  return { upper: { y, ...sides }, lower: { y: y + height, ...sides } };
};
const BOX = boxAnchor({ x: 200, y: 100, width: 100, height: 64 });

/** The places of as many tags as one box takes, in their order. */
function placesAt(anchor: Anchor): Rectangle[] {
  const places: Rectangle[] = [];
  for (;;) {
    const place = placeTag(anchor, TAG, PICTURE, places);
    if (place === null) return places;
    places.push(place);
  }
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('a tag', () => {
  test('goes above what it names, to the left, where nothing is in the way', () => {
    expect(placeTag(BOX, TAG, PICTURE, [])).toEqual({ x: 200, y: 84, ...TAG });
  });

  test('goes into it, below it and beside it where earlier ones are above', () => {
    const places = placesAt(BOX);
    const beside = places.filter(({ x }) => x === 300 || x === 140);
    expect(places.map(({ y }) => y)).toEqual([84, 100, 116, 132, 148, 164, 100, 100]);
    expect(beside).toHaveLength(2);
  });

  test('goes to the right side where the left one is taken and there is room for both', () => {
    const [first, second] = placesAt(boxAnchor({ x: 200, y: 100, width: 130, height: 64 }));
    expect(first).toEqual({ x: 200, y: 84, ...TAG });
    expect(second).toEqual({ x: 270, y: 84, ...TAG });
  });

  test('follows the slanted sides of a surface', () => {
    const anchor = { upper: { y: 100, left: 200, right: 260 }, lower: { y: 180, left: 280, right: 340 } };
    const inside = placesAt(anchor).filter(({ y }) => y >= 100 && y < 180);
    for (const { x, y } of inside.slice(0, 5)) expect(x).toBe(200 + (y - 100));
  });

  test('has no place where every one at its box is taken', () => {
    expect(placeTag(BOX, TAG, PICTURE, [{ x: 0, y: 0, ...PICTURE }])).toBeNull();
  });
});

test('tags of any boxes are inside the picture and at their boxes, and none covers another', () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 600 }),
    y: fc.integer({ min: 0, max: 340 }),
    width: fc.integer({ min: 0, max: 300 }),
    height: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 80 }), (boxes) => {
      const tags: Rectangle[] = [];
      for (const { x, y, ...size } of boxes) {
        const [width, height] = [Math.min(size.width, 640 - x), Math.min(size.height, 360 - y)];
        const tag = placeTag(boxAnchor({ x, y, width, height }), TAG, PICTURE, tags);
        if (tag === null) continue;
        expect(tags.some((other) => overlap(tag, other))).toBe(false);
        expect(tag.x >= 0 && tag.y >= 0 && tag.x + 60 <= 640 && tag.y + 16 <= 360).toBe(true);
        // One pixel more each way: it touches its box.
        expect(overlap(tag, { x: x - 1, y: y - 1, width: width + 2, height: height + 2 })).toBe(true);
        tags.push(tag);
      }
    }),
  );
});
