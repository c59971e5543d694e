import { expect, test } from 'vitest';
import { readLabelledSet } from '../../../research/calibration/labelled-images.ts';

const COCO = {
  info: { year: 2026 },
  images: [
    { id: 7, file_name: 'a.jpg', width: 640, height: 480 },
    { id: 8, file_name: 'b.jpg' },
  ],
  annotations: [
    { id: 1, image_id: 7, category_id: 2, bbox: [1, 2, 30, 40], iscrowd: 0, area: 1200 },
    { id: 2, image_id: 7, category_id: 1, bbox: [0, 0, 5, 5], iscrowd: 1 },
  ],
  categories: [
    { id: 1, name: 'person', supercategory: 'human' },
    { id: 2, name: 'cup' },
    { id: 3, name: 'fork' },
  ],
};

test('annotations come with their pictures; pictures without any and categories without any count', () => {
  const { labels, images } = readLabelledSet(JSON.stringify(COCO), 'boxes.json');
  expect([...labels]).toEqual(['person', 'cup', 'fork']);
  expect(images).toEqual([
    {
      file: 'a.jpg',
      boxes: [
        { label: 'cup', box: { x: 1, y: 2, width: 30, height: 40 }, crowd: false },
        { label: 'person', box: { x: 0, y: 0, width: 5, height: 5 }, crowd: true },
      ],
    },
    { file: 'b.jpg', boxes: [] },
  ]);
});

const changed = (change: object) => ({ ...COCO, annotations: [{ ...COCO.annotations[0], ...change }] });

test.each([
  ['no JSON', '{', 'boxes.json is not JSON.'],
  ['another kind of file', '[]', 'boxes.json: the file: '],
  ['no images', JSON.stringify({ ...COCO, images: [] }), 'boxes.json: images: '],
  ['an empty box', JSON.stringify(changed({ bbox: [1, 2, 0, 4] })), 'boxes.json: annotations.0.bbox.2: '],
  ['a short box', JSON.stringify(changed({ bbox: [1, 2, 3] })), 'boxes.json: annotations.0.bbox'],
  [
    'an unknown category',
    JSON.stringify(changed({ category_id: 9 })),
    'annotations.0: there is no category 9',
  ],
  [
    'an image with the id of another',
    JSON.stringify({ ...COCO, images: [COCO.images[0], COCO.images[0]] }),
    'boxes.json: images.1: another one has the id 7',
  ],
  [
    'a category with the id of another',
    JSON.stringify({ ...COCO, categories: [...COCO.categories, { id: 2, name: 'mug' }] }),
    'boxes.json: categories.3: another one has the id 2',
  ],
  ['an unknown image', JSON.stringify(changed({ image_id: 9 })), 'annotations.0: there is no image 9'],
])('%s is refused in one line', (_, text, message) => {
  const reading = () => readLabelledSet(text, 'boxes.json');
  expect(reading).toThrow(message);
  expect(reading).toThrow(/^boxes\.json[^\n]*$/);
});
