/** Reads the syntax elements of a NAL unit. Every method throws RangeError past the end of the unit. */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** Bits. */
  #position = 0;

  /** @param unit a NAL unit or the beginning of one; its emulation prevention bytes are left out (H.265, 7.3.1.1) */
  constructor(unit: Uint8Array) {
    this.#bytes = withoutEmulationPrevention(unit);
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  /** u(n), n ≤ 32. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes[this.#position >>> 3];
      if (byte === undefined) throw new RangeError('the NAL unit ends too early');
      value = value * 2 + ((byte >>> (7 - (this.#position & 7))) & 1);
      this.#position++;
    }
    return value;
  }

  skip(count: number): void {
    this.#position += count;
  }

  /** ue(v), and with the same length se(v): Exp-Golomb code (H.265, 9.2). */
  exponentialGolomb(): number {
    let zeros = 0;
    while (!this.flag()) zeros++;
    if (zeros > 31) throw new RangeError('an Exp-Golomb code is too long');
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** ue(v) of an element with an upper bound. */
  bounded(most: number): number {
    const value = this.exponentialGolomb();
    if (value > most) throw new RangeError(`${value} where at most ${most} is allowed`);
    return value;
  }
}

/** What is read, or null where the unit ends too early or has a value that is not allowed. */
export function unlessUnreadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withoutEmulationPrevention(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}
