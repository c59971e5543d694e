const BLOCK = 8;

/** Basis of the discrete cosine transform (type II, orthonormal), row by row. */
const COSINES = Float64Array.from({ length: BLOCK * BLOCK }, (_, i) => {
  const [k, n] = [Math.floor(i / BLOCK), i % BLOCK];
  return Math.sqrt((k === 0 ? 1 : 2) / BLOCK) * Math.cos((Math.PI * (2 * n + 1) * k) / (2 * BLOCK));
});

/** Rounds the coefficients of every block to multiples of a step that grows with their frequency. */
export function quantise(data: Float32Array, width: number, height: number, step: number): void {
  const [block, between] = [new Float64Array(64), new Float64Array(64)];
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      for (let i = 0; i < 64; i++) block[i] = data[(top + (i >> 3)) * width + left + (i & 7)] as number;
      transform(block, between, false);
      for (let i = 1; i < 64; i++) {
        const size = step * (1 + ((i >> 3) + (i & 7)) / 2);
        block[i] = size * Math.round((block[i] as number) / size);
      }
      transform(block, between, true);
      for (let i = 0; i < 64; i++) data[(top + (i >> 3)) * width + left + (i & 7)] = block[i] as number;
    }
  }
}

/** Along rows, then along columns; in place. */
function transform(block: Float64Array, between: Float64Array, back: boolean): void {
  const factor = (k: number, n: number): number => COSINES[back ? n * BLOCK + k : k * BLOCK + n] as number;
  for (let i = 0; i < 64; i++) {
    let sum = 0;
    for (let n = 0; n < BLOCK; n++) sum += factor(i & 7, n) * (block[(i & ~7) + n] as number);
    between[i] = sum;
  }
  for (let i = 0; i < 64; i++) {
    let sum = 0;
    for (let n = 0; n < BLOCK; n++) sum += factor(i >> 3, n) * (between[n * BLOCK + (i & 7)] as number);
    block[i] = sum;
  }
}

/** Pixels by which the band of noise moves down a frame, and its height as a share of the picture. */
const ROLL_PIXELS = 17;
const BAND_SHARE = 0.25;

/** Gaussian noise of the given deviation, and a band of stripes that rolls down the picture. */
export function addNoise(
  data: Float32Array,
  width: number,
  height: number,
  frame: number,
  deviation: number,
  band: number,
  random: () => number,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    const within = (((y - ROLL_PIXELS * frame) % height) + height) % height;
    const stripe = band > 0 && within < BAND_SHARE * height ? band * (random() - 0.5) : 0;
    for (let x = 0; x < width; x++, i++) {
      // The sum of four uniform numbers is close to normal and has a variance of a third.
      const normal = (random() + random() + random() + random() - 2) * Math.sqrt(3);
      data[i] = (data[i] as number) + stripe + deviation * normal;
    }
  }
}
