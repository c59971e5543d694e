/** What a JSON text asks of whoever parses it. */
interface JsonMeasure {
  /** Greatest number of containers inside one another; `[]` counts 1. */
  readonly depth: number;
  /** About the bytes of memory that its values take once parsed, rather more than less. */
  readonly memory: number;
}

/**
 * Bytes of memory in V8, measured with lists of millions of values. Objects that have the same keys as the one before
 * share what describes them; a key out of line may take a description more. Where there are too many kinds of objects
 * to be told apart, each has a table of its own. A key that is new costs most by the time it takes to make it known,
 * whenever the document is edited, too.
 */
const COST = { value: 24, container: 64, string: 40, oddKey: 40, newKey: 1000, ownTable: 160 } as const;

/** New keys in places where the object before had others, from which on objects are expected to share nothing. */
const MOST_KINDS = 1024;

/** Keys of an object that are compared with those of the one before; any further one is out of line. */
const COMPARED_KEYS = 32;
/** Keys that are remembered, wherever they were. */
const KNOWN_KEYS = 4096;
/** Containers inside one another in which keys are compared. */
const COMPARED_DEPTH = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Measures a text in UTF-8 before anything is made of it: one walk over its bytes, whether it is JSON or not, which
 * holds nothing. A few bytes can stand for hundreds once parsed, and what has begun to be parsed cannot be stopped.
 */
export function measureJson(text: Uint8Array): JsonMeasure {
  const keys = new KeysInLine(text);
  let deepest = 0;
  let depth = 0;
  let memory = 0;
  let start = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case QUOTE:
        start = ++i;
        while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
        end = i;
        memory += COST.string;
        break;
      case COLON:
        memory += keys.costOfNext(depth, start, end);
        break;
      case COMMA:
        memory += COST.value;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        deepest = Math.max(deepest, depth);
        memory += COST.container + (keys.kinds > MOST_KINDS ? COST.ownTable : 0);
        keys.begin(depth);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
    }
  }
  return { depth: deepest, memory };
}

/** Remembers, at each depth, where the keys of the object before lie in the text. */
class KeysInLine {
  /** New keys in places where the object before had others. */
  kinds = 0;
  readonly #text: Uint8Array;
  /** Start and end of each key. */
  readonly #spans = new Int32Array(2 * COMPARED_KEYS * COMPARED_DEPTH);
  readonly #counts = new Int32Array(COMPARED_DEPTH);
  /** As above, by hash. */
  readonly #known = new Int32Array(2 * KNOWN_KEYS);

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /** An object (or list) opens. */
  begin(depth: number): void {
    if (depth < COMPARED_DEPTH) this.#counts[depth] = 0;
  }

  /** What the next key of the object that is open costs: nothing where the object before had the same in its place. */
  costOfNext(depth: number, start: number, end: number): number {
    const place = this.#counts[depth] ?? COMPARED_KEYS;
    if (place >= COMPARED_KEYS) return this.#isNew(start, end) ? COST.newKey : COST.oddKey;
    this.#counts[depth] = place + 1;
    const at = 2 * (depth * COMPARED_KEYS + place);
    const hasBefore = (this.#spans[at + 1] ?? 0) > 0;
    if (this.#replace(this.#spans, at, start, end)) return 0;
    if (!this.#isNew(start, end)) return COST.oddKey;
    if (hasBefore) this.kinds++;
    return COST.newKey;
  }

  /** Whether a key was not among those out of line lately. */
  #isNew(start: number, end: number): boolean {
    let hash = 0;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (this.#text[i] ?? 0), 0x01000193);
    return !this.#replace(this.#known, 2 * ((hash >>> 8) % KNOWN_KEYS), start, end);
  }

  /** Puts a key in the place of another; whether they are the same. */
  #replace(spans: Int32Array, at: number, start: number, end: number): boolean {
    const before = spans[at] ?? 0;
    let same = end - start === (spans[at + 1] ?? 0) - before && before > 0;
    for (let i = start, j = before; same && i < end; i++, j++) same = this.#text[i] === this.#text[j];
    spans[at] = start;
    spans[at + 1] = end;
    return same;
  }
}
