import { type Change, changesBetween } from '../../../../../shared/domain/json/changes-between.ts';
import { isJsonObject, type JsonObject, jsonEqual } from '../../../../../shared/domain/json/json.ts';
import { type DocumentBytes, parseDocument } from './parse-document.ts';
import { type PlaceStep, placeName } from './place-name.ts';
import { indented } from './sections.ts';
import { trackDifference, trackWords } from './track-words.ts';

/** A change as it is shown; null where there is no value. */
export interface ShownChange extends Pick<Change, 'kind'> {
  readonly place: readonly PlaceStep[];
  readonly before: string | null;
  readonly after: string | null;
}

export interface ShownComparison {
  /** At most 2,000. */
  readonly changes: readonly ShownChange[];
  /** All there are. */
  readonly count: number;
}

/** The texts of both documents, for a comparison line by line. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  /** Members and objects that are the same in both are left out. */
  readonly reduced: boolean;
}

const MOST_CHANGES = 2000;

/** Characters of a value that are shown in a line. */
const VALUE_LENGTH = 300;

/** Characters above which texts are not compared line by line. */
const LARGE_TEXT = 1_000_000;

/** Compares two versions of a document; runs in a worker, as `DocumentDesk` does. */
export class DocumentComparison {
  #before: JsonObject = {};
  #after: JsonObject = {};

  compare(before: DocumentBytes, after: DocumentBytes): ShownComparison {
    this.#before = parseDocument(before);
    this.#after = parseDocument(after);
    const changes = changesBetween(this.#before, this.#after);
    return {
      changes: changes.slice(0, MOST_CHANGES).map((change) => this.#shown(change)),
      count: changes.length,
    };
  }

  /** The texts of what `compare` was given; null if they are too large even without their common parts. */
  texts(): ComparedTexts | null {
    const whole = { before: indented(this.#before), after: indented(this.#after), reduced: false };
    if (isSmall(whole)) return whole;
    const [before, after] = withoutEqual(this.#before, this.#after, ['objects']);
    const reduced = { before: indented(before), after: indented(after), reduced: true };
    return isSmall(reduced) ? reduced : null;
  }

  #shown({ path, kind, before, after }: Change): ShownChange {
    const place = placeName(path, this.#after, this.#before);
    if (path.at(-1) !== 'track') return { kind, place, before: valueText(before), after: valueText(after) };
    const difference = trackDifference(before, after);
    const [was, is] = [trackText(before), trackText(after)];
    return { kind, place, before: was, after: difference === null ? is : `${is}; ${difference}` };
  }
}

const isSmall = ({ before, after }: ComparedTexts): boolean =>
  Math.max(before.length, after.length) <= LARGE_TEXT;

/** Both objects without the members that are equal; of the members `within`, theirs are looked at, too. */
function withoutEqual(
  before: JsonObject,
  after: JsonObject,
  within: readonly string[],
): [before: JsonObject, after: JsonObject] {
  const reduced: [Map<string, unknown>, Map<string, unknown>] = [new Map(), new Map()];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const values = [before, after].map((side) => (Object.hasOwn(side, name) ? side[name] : undefined));
    const [a, b] = values;
    if (jsonEqual(a, b)) continue;
    const sides =
      within.includes(name) && isJsonObject(a) && isJsonObject(b) ? withoutEqual(a, b, []) : values;
    sides.forEach((value, i) => void (value === undefined || reduced[i]?.set(name, value)));
  }
  return [Object.fromEntries(reduced[0]), Object.fromEntries(reduced[1])];
}

function valueText(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(isJsonObject(value) && 'track' in value ? withTrackText(value) : value, brief);
  return text.length <= VALUE_LENGTH ? text : `${text.slice(0, VALUE_LENGTH).toWellFormed()}…`;
}

/** Pictures of overlays and the like, which nobody reads; shorter ones stay. */
const DATA_URL = /^(data:[^,]{0,100},).{100,}$/s;

/** Has the data of a URL by its length. */
const brief = (_: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(
        DATA_URL,
        (url, head: string) => `${head}… (${url.length.toLocaleString('en')} characters)`,
      )
    : value;

const withTrackText = ({ track, ...rest }: JsonObject): JsonObject => ({ ...rest, track: trackText(track) });

const trackText = (track: unknown): string | null => trackWords(track) ?? valueText(track);
