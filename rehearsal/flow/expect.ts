import { isDeepStrictEqual } from 'node:util';

/** @throws Error that tells what was expected and what was found */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}
