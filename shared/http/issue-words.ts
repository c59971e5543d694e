import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** As errors about documents say it. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * What is wrong with a value, for people: completes "<field> …". Nothing of zod's own wording is in it.
 * @param whole whether a number must be a whole one: zod asks for a number first
 */
export function wordsOf(issue: Issue, whole = false): string {
  if (issue.code === 'invalid_type') {
    const expected = whole && issue.expected === 'number' ? 'int' : issue.expected;
    return `must be ${TYPES[expected] ?? `of type ${expected}`}`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ');
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${choices}`;
  }
  // What a schema says itself.
  return issue.message.startsWith('must ') ? issue.message : 'is invalid';
}

/** What a number, or the length of a text or list, must be: completes "<field> …". */
export function rangeWords({ min, max }: { min?: number; max: number }, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : null;
  const verb = unit === null ? 'must be' : 'must have';
  const counted = (count: number): string =>
    unit === null ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (min === max) return `${verb} exactly ${counted(max)}`;
  if (min === undefined) return `${verb} at most ${counted(max)}`;
  // Beyond it numbers are not exact: no limit that anybody chose.
  if (max === Number.MAX_SAFE_INTEGER) return `${verb} at least ${counted(min)}`;
  return `${verb} at least ${min} and at most ${counted(max)}`;
}
