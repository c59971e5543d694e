/** Random access to the bytes of one immutable file, wherever it lies. */
export interface ByteSource {
  /** Length of the file in bytes. */
  readonly size: number;
  /** The bytes from `start` (inclusive) to `end` (exclusive), 0 ≤ start < end ≤ size; all of them, or it rejects. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes already in memory as a ByteSource. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** The same bytes, remembering why a read failed, since a parser in between may disguise the failure as its own. */
export function observeFailure(source: ByteSource): ByteSource & { readonly failure: unknown } {
  const observed = {
    size: source.size,
    failure: undefined as unknown,
    async read(start: number, end: number): Promise<Uint8Array> {
      try {
        return await source.read(start, end);
      } catch (error) {
        observed.failure ??= error;
        throw error;
      }
    },
  };
  return observed;
}
