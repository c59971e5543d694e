const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/** A text in chunks: as they are read, or those that are there already. */
export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface Member {
  /** The line that begins it, as `nameLine` writes it. */
  readonly line: string;
  /** The JSON of the value, in chunks; to be read before the next member, or not at all. */
  readonly value: AsyncIterable<Buffer>;
}

/**
 * Reads the members of a map's text one after the other, holding no more than a chunk of it.
 * @throws Error if the text is not laid out as `layOut` does it
 */
export async function* readMembers(text: Chunks): AsyncGenerator<Member> {
  const lines = new LineReader(text);
  try {
    let separator = await lines.line();
    for (let line = await lines.line(); line !== '}'; line = await lines.line()) {
      if (!['{', ','].includes(separator)) throw new Error('The text of a map is not laid out by members');
      const value = lines.chunks();
      yield { line, value };
      for await (const _ of value);
      separator = await lines.line();
      if (separator === '}') return;
    }
  } finally {
    await lines.close();
  }
}

class LineReader {
  readonly #chunks: AsyncIterator<Buffer> | Iterator<Buffer>;
  #chunk: Buffer = EMPTY;
  #at = 0;

  constructor(text: Chunks) {
    this.#chunks = Symbol.asyncIterator in text ? text[Symbol.asyncIterator]() : text[Symbol.iterator]();
  }

  /** The rest of the current line, without its line break. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#chunk.indexOf(NEWLINE, this.#at);
      const chunk = this.#chunk.subarray(this.#at, end < 0 ? undefined : end);
      this.#at = end < 0 ? this.#chunk.length : end + 1;
      if (chunk.length > 0) yield chunk;
      if (end >= 0) return;
      const { value, done } = await this.#chunks.next();
      if (done) return;
      this.#chunk = value;
      this.#at = 0;
    }
  }

  /** The same as one string, for short lines. */
  async line(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
