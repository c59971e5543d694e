/** A box of an ISO base media file; numbers are words of 32 bits. */
export function isoBox(type: string, ...content: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => (Buffer.isBuffer(part) ? part : uint32s(part))));
  return Buffer.concat([uint32s([8 + body.length]), Buffer.from(type, 'latin1'), body]);
}

function uint32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i);
  return bytes;
}
