/** Boundary values of length and count fields. */
const EDGES = [0, 1, 7, 8, 9, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];
/** Headers and indexes are at the ends of a file. */
const HEADER_BYTES = 4096;
const MOST_MUTATIONS = 4;

type Mutation = (bytes: Buffer, dice: Dice, others: readonly Buffer[]) => Buffer;

class Dice {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** An offset in the file; in three of four cases within its first or last bytes. */
  place({ length }: Buffer): number {
    const near = this.below(Math.min(HEADER_BYTES, length));
    return this.one([near, near, Math.max(0, length - 1 - near), this.below(length)]);
  }

  /** A range of the file, mostly short. */
  range(bytes: Buffer): [from: number, to: number] {
    const from = this.place(bytes);
    const length = 1 + this.below(this.one([8, 64, 1024, bytes.length / 2]));
    return [from, Math.min(bytes.length, from + length)];
  }
}

const MUTATIONS: Record<string, Mutation> = {
  bits(bytes, dice) {
    for (let i = 1 + dice.below(64); i > 0; i--) {
      const at = dice.place(bytes);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8));
    }
    return bytes;
  },
  noise(bytes, dice) {
    const [from, to] = dice.range(bytes);
    for (let at = from; at < to; at++) bytes[at] = dice.below(256);
    return bytes;
  },
  zeros(bytes, dice) {
    return bytes.fill(0, ...dice.range(bytes));
  },
  edge(bytes, dice) {
    const at = Math.min(dice.place(bytes), bytes.length - 8);
    if (at >= 0) bytes.writeUInt32BE(dice.one(EDGES), dice.one([at, at + 4]));
    return bytes;
  },
  /** Copies the name of a box or the id of an element over another one. */
  name(bytes, dice) {
    const [from, to] = [dice.place(bytes), dice.place(bytes)];
    bytes.copy(bytes, to, from, from + 4);
    return bytes;
  },
  boxType(bytes, dice) {
    const types = [...bytes.toString('latin1').matchAll(/[a-z][a-z0-9]{3}/g)].map(({ index }) => index);
    if (types.length > 0) bytes.copy(bytes, dice.one(types), dice.one(types), dice.one(types) + 4);
    return bytes;
  },
  truncate: (bytes, dice) => bytes.subarray(0, dice.place(bytes)),
  remove(bytes, dice) {
    const [from, to] = dice.range(bytes);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  repeat(bytes, dice) {
    const [from, to] = dice.range(bytes);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  splice(bytes, dice, others) {
    const other = dice.one(others);
    return Buffer.concat([bytes.subarray(0, dice.place(bytes)), other.subarray(dice.place(other))]);
  },
};

/**
 * A file with a few random changes: flipped bits, boundary values, renamed, repeated, removed or zeroed ranges, the end
 * of another file. Never empty.
 * @param random numbers in [0, 1)
 */
export function mutatedFile(
  original: Buffer,
  others: readonly Buffer[],
  random: () => number,
): { bytes: Buffer<ArrayBuffer>; mutations: string } {
  const dice = new Dice(random);
  const names: string[] = [];
  let bytes = Buffer.from(original);
  for (let i = 1 + dice.below(MOST_MUTATIONS); i > 0; i--) {
    const [name, mutate] = dice.one(Object.entries(MUTATIONS));
    const next = mutate(Buffer.from(bytes), dice, others);
    if (next.length === 0) continue;
    names.push(name);
    bytes = Buffer.from(next);
  }
  return { bytes, mutations: names.join('+') };
}
