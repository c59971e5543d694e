/**
 * CRC-32 (ISO-HDLC), which comes from zlib, and the combination of checksums: crc(A ‖ B) from crc(A), crc(B) and |B|
 * (zlib's crc32_combine: multiplication in GF(2)[x]/P).
 */
import { crc32 } from 'node:zlib';
import type { Polynomial } from '../../../shared/kernel/checksums/crc.ts';

export class Crc32 {
  #value = 0;

  update(chunk: Uint8Array): void {
    this.#value = crc32(chunk, this.#value);
  }

  /** Big-endian, 4 bytes. */
  digest(): Buffer {
    return toBytes(BigInt(this.#value), 32);
  }
}

/** The CRC of the concatenation of `pieces` (big-endian checksum and length in bytes of each, in order). */
export function combineCrcs(
  polynomial: Polynomial,
  pieces: Iterable<{ checksum: Uint8Array; size: number }>,
): Buffer {
  const shifts = new Map<number, bigint>();
  let combined = 0n;
  for (const { checksum, size } of pieces) {
    const shift = shifts.get(size) ?? powerOfX(8n * BigInt(size), polynomial);
    shifts.set(size, shift);
    combined = multiply(shift, combined, polynomial) ^ BigInt(`0x${Buffer.from(checksum).toString('hex')}`);
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
