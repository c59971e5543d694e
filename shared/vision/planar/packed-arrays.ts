const KINDS = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, u1: Uint8Array } as const;
type Kind = keyof typeof KINDS;
export type Stored = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** Bytes: length of the head (32-bit, little-endian), head as JSON, arrays one after the other, as this machine holds them. */
export function packState(state: object, arrays: readonly Stored[]): Uint8Array<ArrayBuffer> {
  const layout = arrays.map((array) => [kindOf(array), array.length] as const);
  const head = new TextEncoder().encode(JSON.stringify({ state, layout }));
  const size = arrays.reduce((sum, array) => sum + array.byteLength, 4 + head.length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  let at = 4 + head.length;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  return bytes;
}

export function unpackState<State>(bytes: Uint8Array): { state: State; arrays: Stored[] } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as {
    state: State;
    layout: [Kind, number][];
  };
  let at = 4 + length;
  const arrays = head.layout.map(([kind, count]) => {
    const size = count * KINDS[kind].BYTES_PER_ELEMENT;
    // A copy, as the array must begin at a multiple of its elements' size.
    const stored = new KINDS[kind](bytes.slice(at, at + size).buffer);
    at += size;
    return stored;
  });
  return { state: head.state, arrays };
}

const kindOf = (array: Stored): Kind =>
  (Object.keys(KINDS) as Kind[]).find((kind) => array instanceof KINDS[kind]) as Kind;
