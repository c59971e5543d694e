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
 * The fault of a value, for people: completes "<field> …". Nothing of zod's own wording is in it.
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
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return 'must be a time of RFC 3339, such as 2026-11-28T09:30:00Z';
  // What a schema says itself.
  return issue.message.startsWith('must ') ? issue.message : 'is invalid';
}
