/** What is counted of a JSON text, or of several: measures of texts add up to about that of all as one. */
export interface JsonWeight {
  /** Bytes of memory that its values take while objects with the same keys share what describes them. */
  readonly values: number;
  /** Objects and lists. */
  readonly containers: number;
  /** New keys in places where the previous object had others. */
  readonly kinds: number;
}

interface JsonMeasure extends JsonWeight {
  /** The greatest depth of nested containers; `[]` counts 1. */
  readonly depth: number;
}

/** An upper estimate of the bytes of memory that parsed texts take. */
export function parsedMemory(weights: Iterable<JsonWeight>): number {
  const sum = sumOfWeights(weights);
  return sum.values + (sum.kinds > MOST_KINDS ? sum.containers * COST.ownTable : 0);
}

export function sumOfWeights(weights: Iterable<JsonWeight>): JsonWeight {
  const sum = { values: 0, containers: 0, kinds: 0 };
  for (const { values, containers, kinds } of weights) {
    sum.values += values;
    sum.containers += containers;
    sum.kinds += kinds;
  }
  return sum;
}

/**
 * Bytes of memory in V8, measured with lists of millions of values. Objects with the same keys as the previous one share
 * its hidden class; a key out of line may need another one. With too many hidden classes, every object has a dictionary
 * of its own. A new key costs most through the time that V8 takes to intern it, at every later edit as well.
 */
const COST = { value: 24, container: 64, string: 40, oddKey: 40, newKey: 1000, ownTable: 160 } as const;

/** The number of differing new keys above which objects are expected to share nothing. */
const MOST_KINDS = 1024;

/** Keys of an object that are compared with those of the previous one; further keys count as out of line. */
const COMPARED_KEYS = 32;
/** Keys that are remembered regardless of their place. */
const KNOWN_KEYS = 4096;
/** The depth of nesting down to which keys are compared. */
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
 * Measures a text in UTF-8 before it is parsed: one pass over its bytes in constant memory, valid JSON or not. A few bytes
 * can take hundreds once parsed, and parsing cannot be interrupted.
 */
export function measureJson(text: Uint8Array): JsonMeasure {
  const keys = new KeysInLine(text);
  let deepest = 0;
  let depth = 0;
  let values = 0;
  let containers = 0;
  let start = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case QUOTE:
        start = ++i;
        while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
        end = i;
        values += COST.string;
        break;
      case COLON:
        values += keys.costOfNext(depth, start, end);
        break;
      case COMMA:
        values += COST.value;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        deepest = Math.max(deepest, depth);
        values += COST.container;
        containers++;
        keys.begin(depth);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
    }
  }
  return { depth: deepest, values, containers, kinds: keys.kinds };
}

/** Remembers, at each depth, the position of the previous object's keys in the text. */
class KeysInLine {
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

  /** The cost of the next key of the open object: nothing where the previous object had the same key in its place. */
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

  /** Whether a key is not among the recent keys out of line. */
  #isNew(start: number, end: number): boolean {
    let hash = 0;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (this.#text[i] ?? 0), 0x01000193);
    return !this.#replace(this.#known, 2 * ((hash >>> 8) % KNOWN_KEYS), start, end);
  }

  /** Replaces a remembered key. Returns whether the two are the same. */
  #replace(spans: Int32Array, at: number, start: number, end: number): boolean {
    const before = spans[at] ?? 0;
    let same = end - start === (spans[at + 1] ?? 0) - before && before > 0;
    for (let i = start, j = before; same && i < end; i++, j++) same = this.#text[i] === this.#text[j];
    spans[at] = start;
    spans[at + 1] = end;
    return same;
  }
}
