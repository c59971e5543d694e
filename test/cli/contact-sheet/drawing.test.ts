import { describe, expect, test } from 'vitest';
import { fillRectangle, strokeRectangle } from '../../../cli/contact-sheet/draw.ts';
import { drawLabelledShapes } from '../../../cli/contact-sheet/labelled-shapes.ts';
import { textColourOn, trackColour } from '../../../cli/contact-sheet/palette.ts';
import { STROKES } from '../../../cli/contact-sheet/stroke-font.ts';
import { drawText, fitText, textWidth } from '../../../cli/contact-sheet/text.ts';
import { blankImage, type Rgb, type RgbImage } from '../../../shared/media/pictures/rgb-image.ts';

const RED: Rgb = [255, 0, 0];

/** The picture as text: `#` where red is above one half. */
const shape = ({ width, height, data }: RgbImage): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => ((data[(y * width + x) * 3] ?? 0) > 127 ? '#' : '.')).join(''),
  );

/** Smallest and largest column and row with anything drawn. */
function extent(image: RgbImage): { left: number; right: number; top: number; bottom: number } {
  const drawn = [...image.data.keys()]
    .filter((i) => i % 3 === 0 && (image.data[i] ?? 0) > 0)
    .map((i) => i / 3);
  const columns = drawn.map((i) => i % image.width);
  const rows = drawn.map((i) => Math.floor(i / image.width));
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

describe('rectangles', () => {
  test('are filled to the pixel and cut off at the border', () => {
    const image = blankImage(6, 4);
    fillRectangle(image, { x: 4, y: -3, width: 10, height: 5 }, RED);
    expect(shape(image)).toEqual(['....##', '....##', '......', '......']);
  });

  test('have lines of the given thickness within their area', () => {
    const image = blankImage(9, 7);
    strokeRectangle(image, { x: 1, y: 1, width: 7, height: 5 }, RED, 2);
    expect(shape(image)).toEqual([
      '.........',
      '.#######.',
      '.#######.',
      '.##...##.',
      '.#######.',
      '.#######.',
      '.........',
    ]);
  });

  test('thinner than their lines are filled and not overdrawn', () => {
    const image = blankImage(9, 5);
    strokeRectangle(image, { x: 1, y: 2, width: 7, height: 1 }, RED, 2);
    expect(shape(image)).toEqual(['.........', '.........', '.#######.', '.........', '.........']);
  });
});

describe('text', () => {
  test('has a glyph for every printable ASCII character, and no two look the same', () => {
    const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
    expect(Object.keys(STROKES).sort()).toEqual([...printable].sort());
    const looks = new Set(
      printable.map((character) => {
        const image = blankImage(30, 30);
        drawText(image, 5, 5, character, 12, RED);
        return image.data.join();
      }),
    );
    // Capital I and the bar differ in length, zero and capital O do not differ: numbers stand alone here.
    expect(looks.size).toBe(94);
  });

  test('stays within the width it is said to have', () => {
    for (const text of ['Wide W', 'person 12', '.', 'jgy{}']) {
      const image = blankImage(200, 40);
      drawText(image, 20, 10, text, 9, RED);
      const { left, right } = extent(image);
      expect(left).toBeGreaterThanOrEqual(18);
      expect(right).toBeLessThanOrEqual(20 + textWidth(text, 9));
    }
  });

  test('shows a question mark for characters that it does not know', () => {
    const [unknown, mark] = [blankImage(20, 20), blankImage(20, 20)];
    drawText(unknown, 4, 4, '😀', 9, RED);
    drawText(mark, 4, 4, '?', 9, RED);
    expect(unknown.data).toEqual(mark.data);
  });

  test('is shortened to the width there is', () => {
    const text = 'a label that is much too long';
    const short = fitText(text, 9, 60);
    expect(short).toMatch(/^a .*\.\.$/);
    expect(textWidth(short, 9)).toBeLessThanOrEqual(60);
    expect(fitText('dog', 9, 60)).toBe('dog');
    expect(fitText('dog', 9, 3)).toBe('');
  });
});

describe('labelled boxes', () => {
  const at = (y: number, x = 0.2) => ({ x, y, width: 0.3, height: 0.3, label: 'person', id: 1 });
  const drawn = (...boxes: ReturnType<typeof at>[]): RgbImage => {
    const image = blankImage(200, 120);
    drawLabelledShapes(image, boxes, () => RED);
    return image;
  };

  test('carry their tag above them', () => {
    expect(extent(drawn(at(0.5)))).toEqual({ left: 40, right: 99, top: 60 - 16, bottom: 95 });
  });

  test('carry it inside the picture at its upper and right edges', () => {
    expect(extent(drawn(at(0))).top).toBe(0);
    expect(extent(drawn(at(0.5, 0.95)))).toMatchObject({ right: 199, top: 44 });
  });

  test('with the same place have tags in different places', () => {
    const one = drawn(at(0.5));
    const two = drawn(at(0.5), at(0.5));
    expect(two.data).not.toEqual(one.data);
  });

  test('in a crowd leave out the tags for which there is no room: those that are there can be read', () => {
    const crowd = Array.from({ length: 60 }, (_, i) => ({ ...at(0.5), id: i }));
    const drawnBy = (colourOf: (id: string | number) => Rgb, boxes = crowd): RgbImage => {
      const image = blankImage(200, 120);
      drawLabelledShapes(image, boxes, colourOf);
      return image;
    };
    const rows = (image: RgbImage, from: number, to: number) =>
      image.data.subarray(3 * 200 * from, 3 * 200 * to);
    const first = drawnBy((id) => (id === 0 ? RED : [0, 0, 255]));
    const alone = drawnBy(() => RED, crowd.slice(0, 1));
    expect(rows(first, 44, 60).filter((_, i) => i % 3 === 0)).toEqual(
      rows(alone, 44, 60).filter((_, i) => i % 3 === 0),
    );
  });

  test('outside the picture or of no size draw nothing but their tag', () => {
    for (const box of [at(1.5), { ...at(0.5), width: 0, height: 0 }, { ...at(0.5), x: 7 }]) {
      expect(() => drawn(box)).not.toThrow();
    }
  });
});

describe('labelled surfaces', () => {
  const [WIDTH, HEIGHT] = [200, 120];
  /** @param corners pixels */
  const drawn = (...corners: [number, number][]): RgbImage => {
    const image = blankImage(WIDTH, HEIGHT);
    const shape = {
      corners: corners.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
      label: 'wall',
      id: 1,
    };
    drawLabelledShapes(image, [shape], () => RED);
    return image;
  };
  const redAt = ({ data }: RgbImage, x: number, y: number): number => data[(y * WIDTH + x) * 3] ?? 0;
  /** Whether a pixel beside the tag is drawn for each point along a side. */
  const sideDrawn = (image: RgbImage, [ax, ay]: [number, number], [bx, by]: [number, number]): boolean =>
    Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50).every(
      (share) => redAt(image, Math.floor(ax + (bx - ax) * share), Math.floor(ay + (by - ay) * share)) > 100,
    );

  test('are outlined through their corners, two pixels wide, and not filled', () => {
    const corners: [number, number][] = [
      [40, 40],
      [150, 50],
      [140, 110],
      [60, 95],
    ];
    const image = drawn(...corners);
    for (const [i, corner] of corners.entries())
      expect(sideDrawn(image, corner, corners[(i + 1) % 4] as [number, number]), `side ${i}`).toBe(true);
    const column = Array.from({ length: HEIGHT }, (_, y) => redAt(image, 100, y) / 255);
    expect(column.slice(70).reduce((sum, red) => sum + red, 0)).toBeCloseTo(2, 0);
    expect(redAt(image, 100, 75)).toBe(0);
    expect(redAt(image, 30, 75)).toBe(0);
  });

  test('carry their tag above them', () => {
    const image = drawn([40, 40], [150, 40], [150, 100], [40, 100]);
    expect(redAt(image, 41, 40 - 16)).toBe(255);
    expect(redAt(image, 41, 40 - 17)).toBe(0);
  });

  test('carry it where they are highest', () => {
    const image = drawn([100, 40], [190, 80], [100, 118], [10, 80]);
    expect(redAt(image, 101, 40 - 15)).toBe(255);
    expect(redAt(image, 20, 40 - 15)).toBe(0);
  });

  test('with corners outside the picture are outlined along its border, the tag inside', () => {
    const image = drawn([-500, 30], [90, 30], [90, 900], [-500, 900]);
    expect(sideDrawn(image, [2, 30], [90, 30])).toBe(true);
    expect(sideDrawn(image, [90, 32], [90, 118])).toBe(true);
    expect(sideDrawn(image, [0, 32], [0, 118])).toBe(true);
    expect(sideDrawn(image, [2, 119], [88, 119])).toBe(true);
    expect(redAt(image, 1, 30 - 16)).toBe(255);
    expect(redAt(image, 120, 60)).toBe(0);
  });

  test('that fill the picture are outlined along all of its border', () => {
    const { left, right, top, bottom } = extent(drawn([-50, -50], [400, -40], [500, 300], [-20, 300]));
    expect([left, right, top, bottom]).toEqual([0, WIDTH - 1, 0, HEIGHT - 1]);
  });

  test('outside the picture are not drawn at all', () => {
    const nothing = blankImage(WIDTH, HEIGHT);
    expect(drawn([210, 10], [300, 10], [300, 90], [210, 90])).toEqual(nothing);
    expect(drawn([10, -90], [90, -90], [90, -5], [10, -5])).toEqual(nothing);
  });
});

test('the first twelve tracks have different colours, and text on each is readable', () => {
  const colours = Array.from({ length: 12 }, (_, i) => trackColour(i));
  expect(new Set(colours.map(String)).size).toBe(12);
  const luminance = (colour: Rgb): number => {
    const [r, g, b] = colour.map((c) => (c <= 10 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  };
  for (const colour of colours) {
    const [dark, light] = [luminance(colour), luminance(textColourOn(colour))].sort((a, b) => a - b);
    // WCAG 2.2: 4.5 for text.
    expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThan(4.5);
  }
  expect(trackColour(12)).toEqual(trackColour(0));
});
