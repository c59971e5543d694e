import type { StoredObject } from '../../../contract/schemas/metadata.ts';
import { folded } from '../../folded.ts';

/** What is asked of an object itself: of each member that is named any of the values, and all members. */
export interface ObjectFilter {
  readonly label?: readonly string[] | undefined;
  /** Parts of names. */
  readonly userLabel?: readonly string[] | undefined;
  readonly kind?: readonly StoredObject['kind'][] | undefined;
  readonly minConfidence?: number | undefined;
  readonly maxConfidence?: number | undefined;
  /** `name=value`, or `name` for an object that has the member. */
  readonly customData?: readonly string[] | undefined;
}

type Test = (object: StoredObject) => boolean;

/** Whether an object, whatever its track, is what a filter asks for. */
export function objectTest(filter: ObjectFilter): Test {
  const { label, userLabel, kind, minConfidence, maxConfidence, customData } = filter;
  const tests: Test[] = [];
  if (label !== undefined) tests.push((object) => label.includes(object.label));
  if (kind !== undefined) tests.push((object) => kind.includes(object.kind));
  if (minConfidence !== undefined) tests.push(({ confidence }) => confidence >= minConfidence);
  if (maxConfidence !== undefined) tests.push(({ confidence }) => confidence <= maxConfidence);
  if (userLabel !== undefined) {
    const parts = userLabel.map(folded);
    tests.push(({ userLabel: name }) => {
      if (name === null) return false;
      const text = folded(name);
      return parts.some((part) => text.includes(part));
    });
  }
  if (customData !== undefined) tests.push(...memberTests(customData));
  return (object) => tests.every((test) => test(object));
}

function memberTests(wanted: readonly string[]): Test[] {
  const conditions = wanted.map((text) => {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    return { name, value };
  });
  return [...Map.groupBy(conditions, ({ name }) => name)].map(
    ([name, values]) =>
      ({ customData }) =>
        Object.hasOwn(customData, name) &&
        values.some(({ value }) => value === undefined || value === asText(customData[name])),
  );
}

/** A text is compared as it is, any other value by its JSON. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
