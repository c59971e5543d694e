/**
 * Reflected cyclic redundancy checks of 32 and 64 bits, all with initial value and final XOR of all ones.
 * CRC-32C: RFC 3720 appendix B.4; CRC-64/NVME: NVM Express NVM Command Set 5.2.1.3.4.
 * Tables: "slicing by 8" (Kounavis & Berry, 2005).
 */
export interface Crc {
  update(chunk: Uint8Array): void;
  /** Big-endian, 4 or 8 bytes. */
  digest(): Uint8Array<ArrayBuffer>;
}

export interface Polynomial {
  width: 32 | 64;
  /** Bit-reversed, without the leading term. */
  reflected: bigint;
}

export const POLYNOMIALS = {
  crc32: { width: 32, reflected: 0xedb88320n },
  crc32c: { width: 32, reflected: 0x82f63b78n },
  crc64nvme: { width: 64, reflected: 0x9a6c9329ac4bc9b5n },
} as const satisfies Record<string, Polynomial>;

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

  update(chunk: Uint8Array): void {
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

  digest(): Uint8Array<ArrayBuffer> {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setUint32(0, ~this.#high);
    bytes.setUint32(4, ~this.#low);
    return new Uint8Array(bytes.buffer, 8 - this.#width / 8);
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
