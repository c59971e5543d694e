import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSites, sitesOf, UNREACHABLE } from './sites.ts';
import { suitesFor } from './suites.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sites = findSites(root);

/** `file:line` of every matching line of the source. */
function linesWith(text: RegExp): string[] {
  return globSync('{shared/{domain,stores,service,http},functions}/**/*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const isUnreachable = Object.keys(UNREACHABLE).some(
          (key) => key.startsWith(file) && line.includes(key.slice(file.length + 1)),
        );
        return text.test(line) && !isUnreachable ? [`${file}:${index + 1}`] : [];
      }),
  );
}

describe('every guard of the source is removed by some mutant', () => {
  const places = new Set(sites.map(({ file, line }) => `${file}:${line}`));
  // A mutated node may begin a line or two before or after its name.
  const nearby = (place: string): boolean => {
    const [file = '', line = ''] = place.split(':');
    return [-2, -1, 0, 1, 2].some((offset) => places.has(`${file}:${Number(line) + offset}`));
  };

  test.each([
    ['conditions of writes', /^(?!\s*\*).*\bcondition`/, 30],
    ['conditions on objects', /\b(CopySource)?If(None)?Match: |MpuObjectSize/, 3],
    ['looks for a tombstone', /(if|return).*isTombstone\(|await isDeleted\(/, 14],
    [
      'refusals',
      /'(RATE_LIMITED|INSUFFICIENT_SCOPE|PROJECT_NOT_ALLOWED|NOT_OWNER)'|return unauthorized\(/,
      9,
    ],
    ['checks of a restriction or a scope', /projectIds [!=]== null|scopes\.includes\(/, 5],
  ])('%s', (_, text, atLeast) => {
    const found = linesWith(text);
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    expect(found.filter((place) => !nearby(place))).toEqual([]);
  });
});

test('every mutant has test files that cover it, and they exist', () => {
  const unwatched = sites.filter(({ file }) => suitesFor(file).length === 0).map(({ file }) => file);
  expect(unwatched).toEqual([]);
  const suites = new Set(sites.flatMap(({ file }) => suitesFor(file)));
  expect([...suites].filter((suite) => !existsSync(path.join(root, suite)))).toEqual([]);
});

test('a condition is weakened, not removed, so that its names and values stay in use', () => {
  const source = 'const isOurs = condition`a = b`;';
  const [site] = sitesOf('file.ts', source);
  expect(site?.replacement).toMatch(/^condition`\$\{condition`a = b`\} OR attribute_not_exists\(mutant\)`$/);
});

test('all conditions of writes are written as templates, in which their mutants are found', () => {
  expect(linesWith(/\b(?<!Key)ConditionExpression\b/)).toEqual(
    linesWith(/ConditionExpression: bindings\.text\(when\)/),
  );
});

test('each operand of a check is removed separately', () => {
  const source = 'const isActive = (key) => key.revokedAt === null && (key.expiresAt === null || later);';
  expect(sitesOf('file.ts', source).map(({ source: text, replacement }) => [text, replacement])).toEqual([
    ['key.revokedAt === null', 'true'],
    ['key.expiresAt === null || later', 'true'],
    ['key.expiresAt === null', 'false'],
    ['later', 'false'],
  ]);
});
