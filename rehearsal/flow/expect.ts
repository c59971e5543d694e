import { isDeepStrictEqual } from 'node:util';

/** @throws Error that names the expected and the actual value */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}
