import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSOLE_CALLS } from '../../../bench/cost/console-calls.ts';
import { ENDPOINT_CALLS } from '../../../bench/cost/endpoint-calls.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';

test('every endpoint is called: as the example of its documentation shows, or by a call of its own', () => {
  const called = new Set([...ENDPOINT_CALLS, ...CONSOLE_CALLS].map(({ route }) => route));
  const uncalled = ROUTES.filter(({ key }) => !called.has(key)).map(({ key }) => key);
  expect(
    uncalled,
    'add an example to shared/contract/openapi/documentation, or a call to bench/cost/endpoint-calls.ts (console-calls.ts)',
  ).toEqual([]);
});

test('docs/cost.md has every endpoint', () => {
  const text = readFileSync(new URL('../../../docs/cost.md', import.meta.url), 'utf8');
  const names = ROUTES.map(({ method, path }) => `\`${method} ${path}\``);
  expect(
    names.filter((name) => !text.includes(name)),
    'run: npm run cost',
  ).toEqual([]);
});
