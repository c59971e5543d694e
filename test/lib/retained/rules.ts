import { isDeepStrictEqual } from 'node:util';
import { parseRecord } from './record.ts';

interface Index {
  IndexName: string;
}
type Properties = Readonly<Record<string, unknown>>;

const indexesOf = ({ GlobalSecondaryIndexes = [] }: Properties): Index[] => GlobalSecondaryIndexes as Index[];
const withoutIndexes = ({ GlobalSecondaryIndexes: _, Attributes: __, ...others }: Properties): Properties =>
  others;
/** A table that has no stream may get one in an update; one that has it may get no other one. */
const withoutAddedStream = (was: Properties, is: Properties): Properties => {
  const { StreamSpecification: added, ...others } = is;
  return added !== undefined && was.StreamSpecification === undefined ? others : is;
};

/** A section of CHANGELOG.md: `## [1.2.0] - 2027-01-31`, or `## [Unreleased]`. */
interface Section {
  readonly name: string;
  readonly text: string;
}

const sectionsOf = (changelog: string): Section[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ name: /^\[([^\]]+)\]/.exec(text)?.[1] ?? '', text }));

/** What a section says under one of its headings. */
const under = ({ text }: Section, heading: string): string =>
  text.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

/** The newest release of CHANGELOG.md, `none` before the first. */
export const newestRelease = (changelog: string): string =>
  sectionsOf(changelog).find(({ name }) => name !== 'Unreleased')?.name ?? 'none';

/**
 * What the next release may not do to a deployment of the newest one, or may not do unsaid:
 * - what is replaced, so that a deployment would lose its data or its address, is named in CHANGELOG.md by its logical id in backticks;
 * - what is removed is named under "Removed", and under "Deprecated" of an earlier release, which did without it: the data stack is
 *   updated while the service of the release before still runs, and must suit that one after a rollback, too;
 * - an index is never changed under its name, and of a table one index at most is added or removed, which is what DynamoDB takes in an
 *   update; a removed index counts as something removed (`table/index`).
 * Before the first release an entry in CHANGELOG.md is enough for all of it.
 */
export function problemsOf(record: string, changelog: string): string[] {
  const { release, released, now } = parseRecord(record);
  const [unreleased, earlier] = [
    sectionsOf(changelog).find(({ name }) => name === 'Unreleased') ?? { name: '', text: '' },
    sectionsOf(changelog).filter(({ name }) => name !== 'Unreleased'),
  ];
  const isSaid = (name: string, text: string): boolean => text.includes(`\`${name}\``);
  const isFirst = release === 'none';

  const replaced = (name: string, what: string): string[] =>
    isSaid(name, unreleased.text) ? [] : [`${name} ${what}: no entry in CHANGELOG.md names it`];

  const removed = (name: string): string[] => [
    ...(isSaid(name, under(unreleased, 'Removed'))
      ? []
      : [`${name} is removed: no entry under "Removed" in CHANGELOG.md names it`]),
    ...(isFirst || earlier.some((section) => isSaid(name, under(section, 'Deprecated')))
      ? []
      : [`${name} is removed: no earlier release has it under "Deprecated"`]),
  ];

  const indexProblems = (id: string, was: Properties, is: Properties): string[] => {
    const [before, after] = [indexesOf(was), indexesOf(is)];
    const named = (list: Index[], name: string) => list.find(({ IndexName }) => IndexName === name);
    const gone = before.filter(({ IndexName }) => named(after, IndexName) === undefined);
    const added = after.filter(({ IndexName }) => named(before, IndexName) === undefined);
    const altered = before.filter((index) => {
      const other = named(after, index.IndexName);
      return other !== undefined && !isDeepStrictEqual(index, other);
    });
    const never = (problem: string): string[] => (isFirst && isSaid(id, unreleased.text) ? [] : [problem]);
    return [
      ...altered.flatMap(({ IndexName }) => never(`${id}/${IndexName} is changed: give it another name`)),
      ...(gone.length + added.length > 1 ? never(`${id} has more than one change of its indexes`) : []),
      ...gone.flatMap(({ IndexName }) => removed(`${id}/${IndexName}`)),
    ];
  };

  return released.flatMap(({ key, id, properties: was }) => {
    const is = now.find((line) => line.key === key)?.properties;
    if (is === undefined) return removed(id);
    const isReplaced =
      !isDeepStrictEqual(withoutIndexes(was), withoutIndexes(withoutAddedStream(was, is))) ||
      keysDiffer(was, is);
    return [...(isReplaced ? replaced(id, 'is replaced') : []), ...indexProblems(id, was, is)];
  });
}

/** Whether the table's own keys have other types; attributes of indexes come and go with them. */
function keysDiffer(was: Properties, is: Properties): boolean {
  const typesOf = ({ KeySchema = [], Attributes = {} }: Properties): unknown[] =>
    (KeySchema as { AttributeName: string }[]).map(
      ({ AttributeName }) => (Attributes as Record<string, string>)[AttributeName],
    );
  return !isDeepStrictEqual(typesOf(was), typesOf(is));
}
