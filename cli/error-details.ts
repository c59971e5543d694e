import { printable } from './printable.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The details of an error for people: a line each, lists as words. Programs get them as JSON. */
export const detailLines = (details: Record<string, unknown>): string[] =>
  Object.entries(details).map(([name, value]) =>
    printable(`  ${name}: ${Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)}`),
  );
