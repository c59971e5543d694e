import { isNamedPart, OPEN_OVERLAYS, type PartEntry } from './part-layout.ts';

const NEWLINE = 0x0a;
const LAYER_END = Buffer.from(OPEN_OVERLAYS);
/** What a line of punctuation begins with: `[`, `]`, `{`, `}`, `,`. */
const PUNCTUATION: ReadonlySet<number | undefined> = new Set(Buffer.from('[]{},'));
/** As long as the longest line of punctuation, `]}`; shorter than any entry of a list. */
const PUNCTUATION_BYTES = 2;

/** An entry in the text of a part, as `layOut` writes it. */
export class EntryLines {
  readonly isLayer: boolean;
  readonly #text: Buffer;
  readonly #name: Line | null;
  readonly #value: Line;
  /** Of all its lines, and those of punctuation that belong to it. */
  readonly #whole: Line;

  constructor(text: Buffer, { name, value, whole }: { name: Line | null; value: Line; whole: Line }) {
    this.#text = text;
    this.#name = name;
    this.#value = value;
    this.#whole = whole;
    this.isLayer = name === null && text.subarray(value.end - LAYER_END.length, value.end).equals(LAYER_END);
  }

  /** A member's; null in a list. */
  get name(): string | null {
    return this.#name === null ? null : (JSON.parse(this.#say(this.#name).slice(0, -1)) as string);
  }

  /** The line of its value, in a layer's what stands before its overlays. */
  get line(): string {
    return this.#say(this.#value);
  }

  hasId(id: string): boolean {
    const { start, end } = this.#name ?? this.#value;
    const found = this.#text.indexOf(JSON.stringify(id), start);
    return found >= 0 && found < end && this.#id === id;
  }

  /** The entry with another line for its value. */
  with(line: string | undefined): PartEntry {
    const { start, end } = this.#whole;
    const text =
      line === undefined
        ? this.#say(this.#whole)
        : `${this.#say({ start, end: this.#value.start })}${line}${this.#say({ start: this.#value.end, end })}`;
    return { id: this.#id, ...(this.isLayer && { isLayer: true }), text };
  }

  get #id(): string {
    const { line } = this;
    return this.name ?? (JSON.parse(this.isLayer ? `${line}]}` : line) as { id: string }).id;
  }

  #say({ start, end }: Line): string {
    return this.#text.toString('utf8', start, end);
  }
}

/**
 * The entries in the text of some blocks.
 * @param part whose text it is
 * @param text begins with an entry, and ends with one
 */
export function entriesIn(part: string, text: Buffer): EntryLines[] {
  const isNamed = isNamedPart(part);
  const places: { start: number; name: Line | null; value: Line }[] = [];
  let name: Line | null = null;
  for (const line of linesOf(text)) {
    if (name === null && isPunctuation(text, line)) continue;
    if (isNamed && name === null) name = line;
    else {
      places.push({ start: (name ?? line).start, name, value: line });
      name = null;
    }
  }
  return places.map(({ start, name: named, value }, index) => {
    const whole = { start: index === 0 ? 0 : start, end: places[index + 1]?.start ?? text.length };
    return new EntryLines(text, { name: named, value, whole });
  });
}

/** Without its line break. */
interface Line {
  readonly start: number;
  readonly end: number;
}

function* linesOf(text: Buffer): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(NEWLINE, start);
    const end = found < 0 ? text.length : found;
    yield { start, end };
    start = end + 1;
  }
}

const isPunctuation = (text: Buffer, { start, end }: Line): boolean =>
  end - start <= PUNCTUATION_BYTES && PUNCTUATION.has(text[start]);
