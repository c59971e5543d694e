import { printable } from './printable.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** An end of a range beyond which numbers are not exact: it stands for there being none. */
const isNoLimit = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** The details of an error for people: a line each, lists as words, no limits that nobody reaches. Programs get them as JSON. */
export const detailLines = (details: Record<string, unknown>): string[] =>
  Object.entries(details)
    .filter(([name, value]) => !((name === 'min' || name === 'max') && isNoLimit(value)))
    .map(([name, value]) =>
      printable(`  ${name}: ${Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)}`),
    );
