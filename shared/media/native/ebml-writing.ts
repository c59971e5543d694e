/** A size in exactly `bytes` bytes. The value must be below 2^(7·bytes) − 1. */
export function encodeSize(size: number, bytes: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * bytes)));
  return buffer.subarray(8 - bytes);
}

/** A non-negative integer in as few bytes as it takes, at least one. */
export function encodeUint(value: number): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/** The header of an element with `size` bytes of data. */
export const elementHeader = (id: number, size: number, sizeBytes = 8): Uint8Array =>
  Buffer.concat([encodeUint(id), encodeSize(size, sizeBytes)]);

/** A small element: its size, below 127, takes one byte. */
export const smallElement = (id: number, data: Uint8Array): Uint8Array =>
  Buffer.concat([elementHeader(id, data.length, 1), data]);
