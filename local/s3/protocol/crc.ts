/**
 * Reflected cyclic redundancy checks of 32 and 64 bits, all with initial value and final XOR of all ones,
 * and their combination: crc(A ‖ B) from crc(A), crc(B) and |B|.
 * CRC-32 (ISO-HDLC) comes from zlib; CRC-32C: RFC 3720 appendix B.4; CRC-64/NVME: NVM Express NVM Command Set 5.2.1.3.4.
 * Tables: "slicing by 8" (Kounavis & Berry, 2005). Combination: zlib's crc32_combine (multiplication in GF(2)[x]/P).
 */
import { crc32 } from 'node:zlib';

interface Crc {
  update(chunk: Buffer): void;
  /** Big-endian, 4 or 8 bytes. */
  digest(): Buffer;
}

interface Polynomial {
  width: 32 | 64;
  /** Bit-reversed, without the leading term. */
  reflected: bigint;
}

export const POLYNOMIALS = {
  crc32: { width: 32, reflected: 0xedb88320n },
  crc32c: { width: 32, reflected: 0x82f63b78n },
  crc64nvme: { width: 64, reflected: 0x9a6c9329ac4bc9b5n },
} as const satisfies Record<string, Polynomial>;

export class Crc32 implements Crc {
  #value = 0;

  update(chunk: Buffer): void {
    this.#value = crc32(chunk, this.#value);
  }

  digest(): Buffer {
    return toBytes(BigInt(this.#value), 32);
  }
}

/** A CRC of up to 64 bits, kept as two halves of 32 so that no big integer is touched per byte. */
class SlicedCrc implements Crc {
  readonly #width: 32 | 64;
  readonly #tables: { low: Int32Array; high: Int32Array };
  #low = -1;
  #high: number;

  constructor({ width }: Polynomial, tables: { low: Int32Array; high: Int32Array }) {
    this.#width = width;
    this.#tables = tables;
    this.#high = width === 64 ? -1 : 0;
  }

  update(chunk: Buffer): void {
    const { low: tl, high: th } = this.#tables;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const sliced = chunk.length & ~7;
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < sliced; i += 8) {
      const a = low ^ view.getInt32(i, true);
      const b = high ^ view.getInt32(i + 4, true);
      const i7 = 1792 + (a & 255);
      const i6 = 1536 + ((a >>> 8) & 255);
      const i5 = 1280 + ((a >>> 16) & 255);
      const i4 = 1024 + (a >>> 24);
      const i3 = 768 + (b & 255);
      const i2 = 512 + ((b >>> 8) & 255);
      const i1 = 256 + ((b >>> 16) & 255);
      const i0 = b >>> 24;
      low =
        at(tl, i7) ^ at(tl, i6) ^ at(tl, i5) ^ at(tl, i4) ^ at(tl, i3) ^ at(tl, i2) ^ at(tl, i1) ^ at(tl, i0);
      high =
        at(th, i7) ^ at(th, i6) ^ at(th, i5) ^ at(th, i4) ^ at(th, i3) ^ at(th, i2) ^ at(th, i1) ^ at(th, i0);
    }
    for (let i = sliced; i < chunk.length; i++) {
      const index = (low ^ view.getUint8(i)) & 255;
      low = (low >>> 8) | (high << 24);
      high >>>= 8;
      low ^= at(tl, index);
      high ^= at(th, index);
    }
    this.#low = low;
    this.#high = high;
  }

  digest(): Buffer {
    const value = (BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0);
    return toBytes(BigInt.asUintN(this.#width, value), this.#width);
  }
}

const at = (table: Int32Array, index: number): number => table[index] ?? 0;

/** Eight tables of 256 entries: entry k·256 + b is byte b followed by k zero bytes. */
function slicingTables({ reflected }: Polynomial): { low: Int32Array; high: Int32Array } {
  const values: bigint[] = [];
  for (let byte = 0n; byte < 256n; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value >> 1n) ^ (value & 1n ? reflected : 0n);
    values.push(value);
  }
  for (let i = 256; i < 2048; i++) {
    const previous = values[i - 256] ?? 0n;
    values.push((previous >> 8n) ^ (values[Number(previous & 255n)] ?? 0n));
  }
  return {
    low: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value))),
    high: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value >> 32n))),
  };
}

const crc32cTables = slicingTables(POLYNOMIALS.crc32c);
const crc64Tables = slicingTables(POLYNOMIALS.crc64nvme);

export const crc32c = (): Crc => new SlicedCrc(POLYNOMIALS.crc32c, crc32cTables);
export const crc64nvme = (): Crc => new SlicedCrc(POLYNOMIALS.crc64nvme, crc64Tables);

/** The CRC of the concatenation of `pieces` (big-endian checksum and length in bytes of each, in order). */
export function combineCrcs(
  polynomial: Polynomial,
  pieces: Iterable<{ checksum: Buffer; size: number }>,
): Buffer {
  const shifts = new Map<number, bigint>();
  let combined = 0n;
  for (const { checksum, size } of pieces) {
    const shift = shifts.get(size) ?? powerOfX(8n * BigInt(size), polynomial);
    shifts.set(size, shift);
    combined = multiply(shift, combined, polynomial) ^ BigInt(`0x${checksum.toString('hex')}`);
  }
  return toBytes(combined, polynomial.width);
}

/** a·b mod P; the most significant bit is the coefficient of x⁰. */
function multiply(a: bigint, b: bigint, { width, reflected }: Polynomial): bigint {
  let product = 0n;
  let term = b;
  for (let mask = 1n << BigInt(width - 1); mask > 0n; mask >>= 1n) {
    if (a & mask) product ^= term;
    term = (term >> 1n) ^ (term & 1n ? reflected : 0n);
  }
  return product;
}

function powerOfX(exponent: bigint, polynomial: Polynomial): bigint {
  const one = 1n << BigInt(polynomial.width - 1);
  let result = one;
  let square = one >> 1n;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(square, result, polynomial);
    square = multiply(square, square, polynomial);
  }
  return result;
}

const toBytes = (value: bigint, width: 32 | 64): Buffer =>
  Buffer.from(value.toString(16).padStart(width / 4, '0'), 'hex');
