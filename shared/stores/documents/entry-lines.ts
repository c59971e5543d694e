import { isNamedPart, OPEN_OVERLAYS, type PartEntry } from './part-layout.ts';

const NEWLINE = 0x0a;
/** What a line of punctuation begins with: `[`, `]`, `{`, `}`, `,`. */
const PUNCTUATION: ReadonlySet<number | undefined> = new Set(Buffer.from('[]{},'));
/** As long as the longest line of punctuation, `]}`; shorter than any entry of a list. */
const PUNCTUATION_BYTES = 2;

/** An entry in the text of a part, as `layOut` writes it. */
export interface EntryLines {
  /** A member's; null in a list. */
  readonly name: string | null;
  /** The line of its value, in a layer's what stands before its overlays. */
  readonly line: string;
  readonly isLayer: boolean;
  hasId(id: string): boolean;
  /** The entry with another line for its value. */
  with(line: string | undefined): PartEntry;
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
    const from = index === 0 ? 0 : start;
    const to = places[index + 1]?.start ?? text.length;
    const say = ({ start, end }: Line): string => text.toString('utf8', start, end);
    const line = say(value);
    const isLayer = !isNamed && line.endsWith(OPEN_OVERLAYS);
    const member = named === null ? null : (JSON.parse(say(named).slice(0, -1)) as string);
    const id = (): string => member ?? (JSON.parse(isLayer ? `${line}]}` : line) as { id: string }).id;
    return {
      name: member,
      line,
      isLayer,
      hasId: (wanted) => (member !== null || line.includes(JSON.stringify(wanted))) && id() === wanted,
      with: (replaced = line) => ({
        id: id(),
        ...(isLayer && { isLayer }),
        text: `${text.toString('utf8', from, value.start)}${replaced}${text.toString('utf8', value.end, to)}`,
      }),
    };
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
