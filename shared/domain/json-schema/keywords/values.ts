import { canonicalJson, isJsonObject } from '../../json/json.ts';
import { invalidAt } from '../../json/path.ts';
import { type Check, failure, type Scope } from '../evaluation.ts';
import { type Keyword, requireList, requireNames } from '../keyword.ts';

const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['null', (value: unknown) => value === null],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['object', isJsonObject],
  ['array', Array.isArray],
  ['number', (value: unknown) => typeof value === 'number'],
  ['string', (value: unknown) => typeof value === 'string'],
  ['integer', Number.isInteger],
]);

export const type: Keyword = (given, { path }) => {
  const names = typeof given === 'string' ? [given] : given;
  requireNames(names, path);
  if (names.length === 0) throw invalidAt(path, 'must name a type');
  const tests = names.map((name) => {
    const test = TYPES.get(name);
    if (test === undefined) throw invalidAt(path, `must be one of ${[...TYPES.keys()].join(', ')}`);
    return test;
  });
  return (value) =>
    tests.some((test) => test(value)) ? null : failure(`must be of type ${names.join(' or ')}`);
};

const LONGEST_SHOWN = 200;

/** Characters of JSON written in a step where members are put in order, and where there are none. */
const ORDERED_IN_A_STEP = 1;
const WRITTEN_IN_A_STEP = 8;

/** The same text for equal values. */
export function textOf(value: unknown, { budget }: Scope): string {
  const text = canonicalJson(value);
  budget.spend(1 + text.length / (typeof value === 'object' ? ORDERED_IN_A_STEP : WRITTEN_IN_A_STEP));
  return text;
}

const show = (text: string): string =>
  text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…`;

const oneOfTexts = (texts: readonly string[], words: string): Check => {
  const allowed = new Set(texts);
  const message = `must be ${words}${show(texts.join(', '))}`;
  return (value, scope) => (allowed.has(textOf(value, scope)) ? null : failure(message));
};

export const enumeration: Keyword = (values, { path }) => {
  requireList(values, path);
  return oneOfTexts(values.map(canonicalJson), 'one of ');
};

export const constant: Keyword = (value) => oneOfTexts([canonicalJson(value)], '');
