import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { QUEUE_CONSUMERS } from '../../shared/contract/messages.ts';
import { relay } from '../../shared/contract/outbox.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';

const functions = path.resolve(import.meta.dirname, '../../functions');

test.each(ROUTES)('$key has a path of known form and known scopes', (route) => {
  expect(route.path).toMatch(/^\/$|^\/api(\/[a-zA-Z0-9.]+|\/\{[a-zA-Z]+\})+$/);
  for (const scope of route.scopes) expect(SCOPES).toContain(scope);
});

/** Functions that no row names: the gateway calls the first two, a schedule the third. */
const WITHOUT_ROW = ['authorizer/authorizer', 'not-found', 'sweeper/sweeper'];

test('every listed row has its function, named like its key, and every function its listed row', () => {
  const files = readdirSync(functions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const keys = files.map((name) => name.slice(0, -'.ts'.length).replaceAll(path.sep, '/'));
  const listed = [...ROUTES, ...QUEUE_CONSUMERS, relay].map(({ key }) => key);
  expect(keys.sort()).toEqual([...listed, ...WITHOUT_ROW].sort());
});

test('no two rows answer the same request', () => {
  const requests = ROUTES.map(({ method, path: target }) => `${method} ${target.replace(/\{\w+\}/g, '{}')}`);
  expect(new Set(requests).size).toBe(requests.length);
});

test('scopes follow the rule: reading, exporting, editing', () => {
  for (const { method, path: target, scopes } of ROUTES.filter((route) =>
    route.path.startsWith('/api/videos'),
  )) {
    const expected = target.endsWith('/export')
      ? 'export:read'
      : method === 'GET'
        ? 'project:read'
        : 'project:edit';
    expect([method, target, scopes]).toEqual([method, target, [expected]]);
  }
});
