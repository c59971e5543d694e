const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * A map as JSON that can be taken apart without being parsed: every key, value and separator is on a line of its own.
 * (JSON as `JSON.stringify` writes it has no line breaks.)
 *
 *     {
 *     "a":
 *     [{"frame":0},{"frame":9}]
 *     ,
 *     "b":
 *     []
 *     }
 *
 * @param sorted by their lines, the keys: so that two maps can be read side by side
 */
export function* memberLines(
  map: Readonly<Record<string, unknown>>,
  { sorted }: { sorted: boolean },
): Generator<string> {
  const entries = Object.entries(map).map(([key, value]) => [nameLine(key), value] as const);
  if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  yield '{\n';
  for (const [index, [key, value]] of entries.entries()) {
    yield `${index === 0 ? '' : ',\n'}${key}\n${JSON.stringify(value)}\n`;
  }
  yield '}';
}

/** The line that begins an entry. */
export const nameLine = (key: string): string => `${JSON.stringify(key)}:`;

/** The value of one entry in the text of a map; undefined where there is none. */
export function findMember(text: Buffer, key: string): unknown {
  const line = `\n${nameLine(key)}\n`;
  const found = text.indexOf(line);
  if (found < 0) return undefined;
  const start = found + Buffer.byteLength(line);
  return JSON.parse(text.toString('utf8', start, text.indexOf(NEWLINE, start)));
}

export interface Entry {
  /** As `nameLine` makes it. */
  readonly key: string;
  /** The JSON of the value, in pieces; to be read before the next entry, or not at all. */
  readonly value: AsyncIterable<Buffer>;
}

/**
 * Reads the entries of a map's text one after the other, holding no more than a piece of it.
 * @throws Error where the text is not laid out as `memberLines` does
 */
export async function* readMembers(text: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const lines = new LineReader(text);
  try {
    let separator = await lines.line();
    for (let key = await lines.line(); key !== '}'; key = await lines.line()) {
      if (!['{', ','].includes(separator)) throw new Error('The text of a map is not laid out by entries');
      const value = lines.pieces();
      yield { key, value };
      for await (const _ of value);
      separator = await lines.line();
      if (separator === '}') return;
    }
  } finally {
    await lines.close();
  }
}

class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = EMPTY;
  #at = 0;

  constructor(text: AsyncIterable<Buffer>) {
    this.#chunks = text[Symbol.asyncIterator]();
  }

  /** What is left of the current line, without its line break. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#chunk.indexOf(NEWLINE, this.#at);
      const piece = this.#chunk.subarray(this.#at, end < 0 ? undefined : end);
      this.#at = end < 0 ? this.#chunk.length : end + 1;
      if (piece.length > 0) yield piece;
      if (end >= 0) return;
      const { value, done } = await this.#chunks.next();
      if (done) return;
      this.#chunk = value;
      this.#at = 0;
    }
  }

  /** The same as one string; for short lines. */
  async line(): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces()) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
