import { isApiFailure } from '../../../../client/failure.ts';
import type { DocumentSource } from './document-source.ts';
import type { Choice, DocumentDesk, ShownConflict } from './documents/document-desk.ts';
import type { Section } from './documents/sections.ts';
import type { Remote } from './documents/worker-calls.ts';
import type { Draft, DraftStore } from './draft.ts';
import type { DocumentPatch } from './merge/document-patch.ts';

export interface EditingState {
  /**
   * `failed`: the document could not be loaded. `conflict`: the service has a newer version, in which others changed what was
   * edited here.
   */
  readonly phase: 'loading' | 'failed' | 'editing' | 'saving' | 'conflict' | 'resolving';
  /** The version that is edited. */
  readonly version: number;
  readonly sections: readonly Pick<Section, 'key' | 'label'>[];
  /** Key of the section in view. */
  readonly section: string;
  /** Its text when it came into view; the editor has what was typed since. */
  readonly text: string;
  /** Counts the texts that were put into view: the editor starts over with each. */
  readonly textCount: number;
  /** Keys of the sections that were edited. */
  readonly edited: ReadonlySet<string>;
  readonly conflicts: readonly ShownConflict[];
  /** The version that conflicts with the edits; null where none does. */
  readonly theirVersion: number | null;
  /** Why the last step failed. */
  readonly failure: unknown;
  /** What the last step did, for people. */
  readonly notice: string | null;
  /** The browser has no room for the draft. */
  readonly draftLost: boolean;
}

const LOADING: EditingState = {
  phase: 'loading',
  version: 0,
  sections: [],
  section: '',
  text: '',
  textCount: 0,
  edited: new Set(),
  conflicts: [],
  theirVersion: null,
  failure: null,
  notice: null,
  draftLost: false,
};

interface EditingParts {
  readonly source: DocumentSource;
  readonly desk: Remote<DocumentDesk>;
  readonly drafts: DraftStore;
  /** Called with each version that was saved. */
  readonly onSaved: (version: number) => void;
}

/** The editing of one document: what was loaded, what was typed, and how it is saved. Typed text is never dropped unasked. */
export class DocumentEditing {
  readonly #parts: EditingParts;
  readonly #listeners = new Set<() => void>();
  readonly #texts = new Map<string, string>();
  #state = LOADING;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  get state(): EditingState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the newest version, or the one that a draft was made of, with the draft. */
  async load(): Promise<void> {
    this.#change({ phase: 'loading', failure: null, notice: null });
    await this.#begin(this.#parts.drafts.read());
  }

  /** Brings another section into view. */
  async select(section: string): Promise<void> {
    await this.#show(section, {});
  }

  /** Notes what was typed into a section. */
  edit(section: string, text: string): void {
    this.#texts.set(section, text);
    const edited = new Set(this.#texts.keys());
    this.#change({ edited, draftLost: !this.#writeDraft(), notice: null, failure: null });
  }

  /** What was typed into a section. */
  textOf(section: string): string {
    return this.#texts.get(section) ?? '';
  }

  /** Drops what was typed, and shows the newest version. */
  async discard(): Promise<void> {
    this.#drop();
    await this.load();
  }

  /** Keeps what was typed when its view goes: another window of this browser may have removed the draft since. */
  keep(): void {
    if (this.#texts.size > 0) this.#writeDraft();
  }

  async save(): Promise<void> {
    if (this.#state.phase !== 'editing' || this.#texts.size === 0) return;
    this.#change({ phase: 'saving', failure: null, notice: null });
    await this.#send(await this.#attempt(() => this.#parts.desk.patch(this.#allTexts)), this.#state.version);
  }

  /** Saves the edits with these choices in place of the conflicts. */
  async resolve(choices: Readonly<Record<string, Choice>>): Promise<void> {
    const { phase, theirVersion } = this.#state;
    if (phase !== 'conflict' || theirVersion === null) return;
    this.#change({ phase: 'resolving', failure: null });
    await this.#send(await this.#attempt(() => this.#parts.desk.resolve(choices)), theirVersion);
  }

  /** Leaves the conflict for the text as it was typed. */
  async backToText(): Promise<void> {
    await this.#show(this.#state.section, { phase: 'editing', conflicts: [], theirVersion: null });
  }

  get #allTexts(): Record<string, string> {
    return Object.fromEntries(this.#texts);
  }

  /**
   * Sends a patch. If the service has a newer version by now, the edits are merged into that: at once where others have changed
   * something else, after a choice where they have not.
   *
   * @param patch undefined if it could not be made
   * @param base the version that it is for
   */
  async #send(patch: DocumentPatch | null | undefined, base: number): Promise<void> {
    let [next, version] = [patch, base];
    let merged = false;
    while (next) {
      const sent = next;
      const outcome = await this.#attempt(() => this.#sendOrRead(sent, version));
      if (outcome === undefined) return;
      if (typeof outcome === 'number') {
        this.#parts.onSaved(outcome);
        return this.#saved(
          `Saved as version ${outcome}${merged ? ', merged with the changes of others' : ''}.`,
        );
      }
      version = outcome.version;
      const conflicts = await this.#attempt(() => this.#parts.desk.meet(outcome.bytes));
      if (conflicts === undefined) return;
      if (conflicts.length > 0) {
        return this.#change({ phase: 'conflict', conflicts, theirVersion: version });
      }
      next = await this.#attempt(() => this.#parts.desk.resolve({}));
      merged = true;
    }
    if (next === null) await this.#saved('There is nothing to save: the document says the same.');
  }

  /** @returns the version that was saved, or the newer one that the service has */
  async #sendOrRead(patch: DocumentPatch, base: number) {
    try {
      return await this.#parts.source.patch(patch, base);
    } catch (error) {
      if (!isApiFailure(error, 'VERSION_CONFLICT')) throw error;
      return this.#parts.source.read();
    }
  }

  async #saved(notice: string): Promise<void> {
    this.#drop();
    await this.#begin(null, notice);
  }

  #drop(): void {
    this.#texts.clear();
    this.#parts.drafts.remove();
  }

  /** @returns whether there was room for it */
  #writeDraft(): boolean {
    return this.#parts.drafts.write({ version: this.#state.version, texts: this.#allTexts });
  }

  async #begin(draft: Draft | null, notice: string | null = null): Promise<void> {
    try {
      const read = await this.#parts.source.read(draft?.version);
      const sections = await this.#parts.desk.open(read.bytes);
      for (const [key, text] of Object.entries(draft?.texts ?? {})) this.#texts.set(key, text);
      const [first] = this.#texts.keys();
      const wanted = this.#state.section || first;
      const section = sections.find(({ key }) => key === wanted) ?? sections[0];
      await this.#show(section?.key ?? '', {
        phase: 'editing',
        version: read.version,
        sections,
        conflicts: [],
        theirVersion: null,
        draftLost: false,
        notice: draft === null ? notice : 'Your unsaved changes were brought back.',
      });
    } catch (failure) {
      this.#change({ phase: 'failed', failure });
    }
  }

  /** Does a step of saving; where it fails, the person returns to the previous state and sees the reason. */
  async #attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (failure) {
      this.#change({ phase: this.#state.theirVersion === null ? 'editing' : 'conflict', failure });
      return undefined;
    }
  }

  async #show(section: string, changes: Partial<EditingState>): Promise<void> {
    const text = this.#texts.get(section) ?? (await this.#parts.desk.text(section));
    const edited = new Set(this.#texts.keys());
    this.#change({ ...changes, section, text, textCount: this.#state.textCount + 1, edited });
  }

  #change(changes: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
