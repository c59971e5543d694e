/** A smooth function of the plane with values in [0, 1], one feature a unit (value noise). */
export type Noise = (x: number, y: number) => number;

const LATTICE = 256;
const smoothstep = (t: number): number => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

export function valueNoise(random: () => number): Noise {
  const values = Float32Array.from({ length: LATTICE * LATTICE }, random);
  const at = (x: number, y: number): number =>
    values[(y & (LATTICE - 1)) * LATTICE + (x & (LATTICE - 1))] ?? 0;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [tx, ty] = [smoothstep(x - left), smoothstep(y - top)];
    return mix(
      mix(at(left, top), at(left + 1, top), tx),
      mix(at(left, top + 1), at(left + 1, top + 1), tx),
      ty,
    );
  };
}

/** Octaves of noise, each twice as fine and half as strong; values in [0, 1]. */
export function fractal(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, total] = [0, 0];
    for (let octave = 0; octave < octaves; octave++) {
      sum += noise(x * 2 ** octave + octave * 17, y * 2 ** octave + octave * 31) / 2 ** octave;
      total += 1 / 2 ** octave;
    }
    return sum / total;
  };
}
