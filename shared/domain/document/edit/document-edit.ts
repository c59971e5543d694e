import { isJsonObject } from '../../json/json.ts';
import type { Path } from '../../json/path.ts';
import {
  type LoadedParts,
  SECTION_NAMES,
  type SectionName,
  type Sections,
  type Tracks,
} from '../document.ts';
import type { NarrowEdit } from './narrow-edit.ts';

/** The parts of a document that an edit must load. */
export interface EditPlan {
  sections: SectionName[];
  /** Whether to load tracks. They are needed to compare, copy or add one: no edit changes one that is there. */
  tracks: boolean;
}

export interface EditResult {
  /** New values of the sections that change, and of no others. */
  sections: Partial<Sections>;
  /** All tracks, where one is added. */
  tracks?: Tracks;
  /** The names of the sections that change; empty when the edit changes nothing. */
  touched: SectionName[];
}

/** A change of a document that can be applied to any of its versions. */
export interface DocumentEdit<Result extends EditResult = EditResult> {
  plan: EditPlan;
  /** Whether it may address list entries by index or replace lists: then it fits only the version it was made for. */
  positional: boolean;
  /** The paths that it changes or depends on, whether or not it can be applied to this document. */
  names(base: LoadedParts): Path[];
  /**
   * Does not modify its argument.
   * @throws ApiError when the change cannot be applied to this document
   */
  apply(current: LoadedParts): Result;
  /** The same on a few entries; absent where it may change others, or it is not known which they are. */
  narrow?: NarrowEdit<Result> | undefined;
}

/** The section that holds a top-level member of the document; null for `schemaVersion`, which is in no section. */
function sectionOf(member: string): SectionName | null {
  if (member === 'schemaVersion') return null;
  return SECTION_NAMES.find((name) => name === member) ?? 'extra';
}

/** The sections that hold the given top-level members, in the order they are stored in. */
export function sectionsOf(members: Iterable<string>): SectionName[] {
  const sections = new Set([...members].map(sectionOf));
  return SECTION_NAMES.filter((name) => sections.has(name));
}

export const touchedSections = (sections: Partial<Sections>): SectionName[] =>
  SECTION_NAMES.filter((name) => name in sections);

/**
 * The paths that a partial document names: its members, as deep as it goes. A list entry to be removed is named as a
 * whole; an entry without an id is new and names nothing.
 *
 * @param lists how the patch treats lists: entries are matched by `id`, or the whole list is replaced
 * @param path at which the patch applies
 */
export function pathsOfPatch(patch: unknown, lists: 'by id' | 'whole', path: Path = []): Path[] {
  const below = (value: unknown, name: string): Path[] => pathsOfPatch(value, lists, [...path, name]);
  if (Array.isArray(patch)) {
    const entries = patch.filter((entry) => isJsonObject(entry));
    if (lists === 'whole' || entries.length < patch.length || entries.length === 0) return [path];
    return entries.flatMap(({ id, ...members }) => (typeof id === 'string' ? below(members, id) : []));
  }
  if (!isJsonObject(patch) || patch.$delete !== undefined) return [path];
  const members = Object.entries(patch);
  return members.length === 0 ? [path] : members.flatMap(([name, value]) => below(value, name));
}
