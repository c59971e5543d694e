import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectedComponents } from '../../../shared/vision/picture/connected-components.ts';

/** A mask from a drawing: `#` is 1, a digit that many tenths, anything else 0. */
function mask(...rows: string[]) {
  const values = [...rows.join('')].map((c) => (c === '#' ? 1 : /\d/.test(c) ? Number(c) / 10 : 0));
  return { values: Float32Array.from(values), width: rows[0]?.length ?? 0, height: rows.length };
}

const find = ({ values, width, height }: ReturnType<typeof mask>, options = {}) =>
  connectedComponents(values, width, height, { threshold: 0.5, reach: 1, minArea: 1, ...options });

test('a component has the bounding box of its pixels, their number and their sum', () => {
  const components = find(mask('......', '..#5..', '...##.', '......'));
  expect(components).toEqual([{ left: 2, top: 1, right: 5, bottom: 3, area: 4, mass: 3.5 }]);
});

test('branches that meet further down are one component', () => {
  expect(find(mask('#.#.#', '#.#.#', '#####'))).toHaveLength(1);
  expect(find(mask('..#..', '.#.#.', '#...#'))).toHaveLength(1);
});

test('components do not meet around the end of a row', () => {
  expect(find(mask('...#', '#...'))).toHaveLength(2);
});

test('a longer reach bridges gaps of up to that many pixels less one', () => {
  const fragments = mask('##..##', '......', '......', '##....');
  expect(find(fragments, { reach: 1 })).toHaveLength(3);
  expect(find(fragments, { reach: 2 })).toHaveLength(3);
  expect(find(fragments, { reach: 3 })).toHaveLength(1);
});

test('small components and weak pixels are left out', () => {
  expect(find(mask('##.4', '##..', '...#'), { minArea: 2 })).toMatchObject([{ area: 4 }]);
});

test('every pixel of the mask is in exactly one component, and components are out of reach of each other', () => {
  const drawing = fc.array(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), {
    minLength: 9,
    maxLength: 9,
  });
  fc.assert(
    fc.property(drawing, fc.integer({ min: 1, max: 3 }), (rows, reach) => {
      const values = Float32Array.from(rows.flat(), Number);
      const components = connectedComponents(values, 12, 9, { threshold: 0.5, reach, minArea: 1 });
      expect(components.reduce((sum, { area }) => sum + area, 0)).toBe(values.filter(Boolean).length);
      expect(components.length).toBe(floodCount(rows, reach));
    }),
  );
});

/** The same by flood fill. */
function floodCount(rows: readonly (readonly boolean[])[], reach: number): number {
  const left = new Set(rows.flatMap((row, y) => row.flatMap((set, x) => (set ? [`${x},${y}`] : []))));
  let count = 0;
  for (const start of left) {
    count++;
    const queue = [start];
    left.delete(start);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [x = 0, y = 0] = next.split(',').map(Number);
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++)
          if (left.delete(`${x + dx},${y + dy}`)) queue.push(`${x + dx},${y + dy}`);
    }
  }
  return count;
}
