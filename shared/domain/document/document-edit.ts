import { jsonEqual } from '../json/json.ts';
import type { Path } from '../json/path.ts';
import { SECTION_NAMES, type SectionName, type Sections, type Tracks } from './document.ts';

/** What of the current document an edit must be applied to. */
export interface EditPlan {
  sections: SectionName[];
  /** The ids of the only objects that are looked at, where not all are: looking up some is cheaper. */
  only?: string[];
  /** Tracks are needed only to compare or copy one: no edit changes them. */
  tracks: boolean;
}

/** What the plan asks for; of the objects those that are there. */
export interface PlannedParts {
  sections: Partial<Sections>;
  tracks?: Tracks;
}

export interface EditResult {
  /** New values of the sections that change, and of no others. */
  sections: Partial<Sections>;
  /** Objects that change while all others stay: instead of the section `objects`, which costs more to write. */
  edited?: Sections['objects'];
  /** The names of the sections that change; empty when the edit changes nothing. */
  touched: SectionName[];
  /** What changes; a path may come twice. */
  paths: Path[];
}

/** A change of a document that can be made on any of its versions. */
export interface DocumentEdit<Result extends EditResult = EditResult> {
  plan: EditPlan;
  /** Whether it means entries of lists by their places: then it fits only the version it was made for. */
  positional: boolean;
  /** The paths it names, those on which it depends included, whether or not it can be made on this document. */
  names(base: PlannedParts): Path[];
  /**
   * Modifies nothing passed in.
   * @throws ApiError when the change cannot be made on this document
   */
  apply(current: PlannedParts): Result;
}

/** The section a top-level member of the document lies in; null for `schemaVersion`, which is none. */
export function sectionOf(member: string): SectionName | null {
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

/** For the history of versions: the sections that an edit has changed. */
export const describeSections = ({ touched }: EditResult): string =>
  touched.length === 0 ? 'no change' : touched.join(', ');

/** The result of an edit that has looked at some objects only: none of the others changes. */
export function ofOnly<Result extends EditResult>(
  result: Result,
  { sections: before }: PlannedParts,
): Result {
  const { objects, ...sections } = result.sections;
  if (objects === undefined) return result;
  const edited = Object.entries(objects).filter(([id, object]) => !jsonEqual(object, before.objects?.[id]));
  return { ...result, sections, edited: Object.fromEntries(edited) };
}
