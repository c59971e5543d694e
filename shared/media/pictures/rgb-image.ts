/** Packed 8-bit RGB: `data` holds `width * height * 3` bytes, rows from the top, no padding between them. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export function blankImage(width: number, height: number, [red, green, blue]: Rgb = [0, 0, 0]): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i += 3) {
    data[i] = red;
    data[i + 1] = green;
    data[i + 2] = blue;
  }
  return { width, height, data };
}
