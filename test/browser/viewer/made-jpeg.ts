interface JpegSize {
  width: number;
  height: number;
}

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const sixteen = (value: number): number[] => [value >> 8, value & 255];

/** A code of one bit for the symbol 0, which as a difference is none, and as a coefficient the end of its block. */
const huffman = (table: number): Buffer => bytes(0xff, 0xc4, 0, 20, table, 1, ...Array(15).fill(0), 0);

/** The header of a frame (ITU-T T.81, B.2.2). */
export const jpegFrame = ({ width, height }: JpegSize): Buffer =>
  bytes(0xff, 0xc0, 0, 11, 8, ...sixteen(height), ...sixteen(width), 1, 1, 0x11, 0);

/** Exif that has readers turn the picture by 90°. */
export const TURNED = Buffer.concat([
  bytes(0xff, 0xe1, 0, 34),
  Buffer.from('Exif\0\0MM\0\x2a'),
  bytes(0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0),
]);

/**
 * A grey JPEG, of two bits for 64 pixels.
 * @param before its frame
 * @param behind it
 */
export function greyJpeg(size: JpegSize, before = bytes(), behind = bytes()): Buffer {
  const blocks = Math.ceil(size.width / 8) * Math.ceil(size.height / 8);
  return Buffer.concat([
    bytes(0xff, 0xd8),
    before,
    jpegFrame(size),
    behind,
    bytes(0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)),
    huffman(0x00),
    huffman(0x10),
    bytes(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0),
    Buffer.alloc(Math.ceil(blocks / 4)),
    bytes(0xff, 0xd9),
  ]);
}

export const jpegUrl = (file: Buffer): string => `data:image/jpeg;base64,${file.toString('base64')}`;
