import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { pictureFile } from '../../../../console/viewer/overlays/picture-file.ts';

const png = (width: number, height: number): Buffer => PNG.sync.write(new PNG({ width, height }));
const url = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const webp = (...chunk: number[]): Uint8Array =>
  Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...chunk, ...Array(20).fill(0)]);

/** 640 × 480 in each of the formats' own ways. */
const FILES: readonly (readonly [name: string, file: Uint8Array, type: string])[] = [
  ['PNG', png(640, 480), 'image/png'],
  [
    'JPEG with other segments before its frame',
    Uint8Array.from([
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      4,
      1,
      2,
      0xff,
      0xff,
      0xc4,
      0,
      3,
      9,
      0xff,
      0xc2,
      0,
      11,
      8,
      480 >> 8,
      480 & 255,
      640 >> 8,
      640 & 255,
      1,
      0,
      0,
      0,
    ]),
    'image/jpeg',
  ],
  [
    'lossy WebP',
    webp(...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 640 & 255, 640 >> 8, 480 & 255, 480 >> 8),
    'image/webp',
  ],
  [
    'lossless WebP',
    webp(...ascii('VP8L'), 0, 0, 0, 0, 0x2f, ...new Uint8Array(Uint32Array.of(639 | (479 << 14)).buffer)),
    'image/webp',
  ],
  [
    'extended WebP',
    webp(...ascii('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 639 & 255, 639 >> 8, 0, 479 & 255, 479 >> 8, 0),
    'image/webp',
  ],
];

test.each(FILES)('the size of a %s file is known before it is decoded', (_, file, type) => {
  expect(pictureFile(url(type, file))).toMatchObject({ type, width: 640, height: 480 });
});

test('the first bytes determine the type, whatever the address says', () => {
  expect(pictureFile(url('image/webp', png(3, 2)))).toMatchObject({ type: 'image/png', width: 3, height: 2 });
});

test.each([0x00, 0x01, 0xd0, 0xd7, 0xd8, 0xd9])(
  'a JPEG with the marker %d before its frame is no picture: decoders read on elsewhere, and may find a larger frame',
  (marker) => {
    const frame = (side: number) => [
      0xff,
      0xc0,
      0,
      11,
      8,
      side >> 8,
      side & 255,
      side >> 8,
      side & 255,
      1,
      1,
      0x11,
      0,
    ];
    const file = [0xff, 0xd8, 0xff, marker, 0, 19, ...frame(12_000), 0xff, 0xfe, 0, 15, ...frame(8)];
    expect(pictureFile(url('image/jpeg', Uint8Array.from(file)))).toBeNull();
  },
);

test.each([
  ['an address', 'https://example.org/a.png'],
  ['an SVG file', url('image/svg+xml', png(1, 1))],
  ['no Base64', 'data:image/png;base64,%%%'],
  ['parameters', `data:image/png;charset=x;base64,${png(1, 1).toString('base64')}`],
  ['an empty file', 'data:image/png;base64,'],
  ['text', url('image/png', Buffer.from('<svg/>'))],
  ['a picture without width', url('image/png', Buffer.concat([png(1, 1).subarray(0, 16), Buffer.alloc(8)]))],
])('%s is no picture', (_, source) => {
  expect(pictureFile(source)).toBeNull();
});

test('files that end anywhere, or hold anything, are read without an error', () => {
  const file = fc.constantFrom(...FILES.map(([, bytes]) => bytes));
  fc.assert(
    fc.property(file, fc.nat(700), fc.uint8Array({ maxLength: 40 }), (bytes, end, tail) => {
      const cut = Uint8Array.from([...bytes.subarray(0, end), ...tail]);
      const read = pictureFile(url('image/png', cut));
      expect(read === null || (read.width > 0 && read.height > 0)).toBe(true);
    }),
  );
});
