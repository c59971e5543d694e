import { isJsonObject, type JsonObject } from '../../../../../shared/domain/json/json.ts';
import { parsePointer } from '../../../../../shared/domain/json/json-pointer.ts';
import { type DocumentPatch, patchBetween } from '../merge/document-patch.ts';
import { type Conflict, conflictsOf, mergeThreeWay, type Sides } from '../merge/three-way.ts';
import { checkText, type Fault } from './check-text.ts';
import { type DocumentBytes, parseDocument } from './parse-document.ts';
import { type PlaceStep, placeName } from './place-name.ts';
import { indented, type Section, sectionsOf } from './sections.ts';

/** Texts of sections that were edited, by the keys of the sections. */
export type EditedTexts = Readonly<Record<string, string>>;

/** A conflict as it is shown: values as indented JSON, null where there is none. */
export interface ShownConflict extends Pick<Conflict, 'pointer' | 'kind'> {
  readonly place: readonly PlaceStep[];
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** Whose value takes the place of a conflict; `edited` is JSON, empty for none. */
export type Choice = { readonly take: 'mine' | 'theirs' } | { readonly edited: string };

/** What the text of a section cannot be: JSON, or a value of that section. */
class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/**
 * Holds the document that is edited, and works on it. It runs in a worker, since each step may take seconds with a large
 * document; what it takes and gives can be sent between threads.
 */
export class DocumentDesk {
  #document: JsonObject = {};
  #sections: ReadonlyMap<string, Section> = new Map();
  /** The documents being merged; `base` is a version of the service, `mine` an edit of it. */
  #sides: { base: JsonObject; mine: JsonObject; theirs: JsonObject } = { base: {}, mine: {}, theirs: {} };

  /** Begins again with a version of the document. */
  open(bytes: DocumentBytes): Pick<Section, 'key' | 'label'>[] {
    this.#document = parseDocument(bytes);
    const sections = sectionsOf(this.#document);
    this.#sections = new Map(sections.map((section) => [section.key, section]));
    return sections.map(({ key, label }) => ({ key, label }));
  }

  /** The text of a section as the version has it. */
  text(key: string): string {
    return indented(this.#section(key).read(this.#document));
  }

  check(key: string, text: string): Fault[] {
    return checkText(this.#section(key), text, this.#document);
  }

  /**
   * What makes the edited document of the version; null when nothing is different.
   * @throws UnreadableText, ChangeTooLarge
   */
  patch(texts: EditedTexts): DocumentPatch | null {
    let mine = this.#document;
    for (const [key, text] of Object.entries(texts)) mine = this.#write(mine, key, text);
    this.#sides = { base: this.#document, mine, theirs: this.#document };
    return patchBetween(this.#document, mine);
  }

  /** Sets the newer version, which the service has in the meantime, against what `patch` or `resolve` was to make. */
  meet(bytes: DocumentBytes): ShownConflict[] {
    this.#sides = { ...this.#sides, theirs: parseDocument(bytes) };
    return conflictsOf(this.#sides).map((conflict) => shown(conflict, this.#sides));
  }

  /**
   * What makes the merged document of the newer version; null when that has every edit. Of conflicts without a choice the newer
   * version's value is taken.
   *
   * @param choices by the pointers of the conflicts
   * @throws UnreadableText, ChangeTooLarge
   */
  resolve(choices: Readonly<Record<string, Choice>>): DocumentPatch | null {
    const { theirs } = this.#sides;
    const merged = mergeThreeWay(this.#sides, (conflict) => decided(conflict, choices[conflict.pointer]));
    const mine = requireDocument(merged);
    this.#sides = { base: theirs, mine, theirs };
    return patchBetween(theirs, mine);
  }

  #section(key: string): Section {
    const section = this.#sections.get(key);
    if (section === undefined) throw new UnreadableText(`The document has no section "${key}".`);
    return section;
  }

  #write(document: JsonObject, key: string, text: string): JsonObject {
    const section = this.#section(key);
    try {
      return section.write(document, JSON.parse(text));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UnreadableText(`${section.label} cannot be read: ${reason}.`, { cause: error });
    }
  }
}

function requireDocument(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new UnreadableText('A document is a JSON object.');
  return value;
}

function decided(conflict: Conflict, choice: Choice | undefined): unknown {
  if (choice === undefined) return conflict.theirs;
  if ('take' in choice) return conflict[choice.take];
  if (choice.edited.trim() === '') return undefined;
  try {
    return JSON.parse(choice.edited);
  } catch (error) {
    throw new UnreadableText(`The value for ${conflict.pointer} is not JSON.`, { cause: error });
  }
}

function shown({ pointer, kind, ...values }: Conflict, { base, mine, theirs }: Sides): ShownConflict {
  const text = (value: unknown): string | null => (value === undefined ? null : indented(value));
  return {
    pointer,
    kind,
    place: placeName(parsePointer(pointer, []).tokens, theirs, mine, base),
    base: text(values.base),
    mine: text(values.mine),
    theirs: text(values.theirs),
  };
}
