import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { QUEUE_CONSUMERS } from '../../shared/contract/messages.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';

const functions = path.resolve(import.meta.dirname, '../../functions');

test.each(ROUTES.map((route) => [route.key, route] as const))(
  '%s has its function, named like its key',
  (key, route) => {
    expect(existsSync(path.join(functions, `${key}.ts`))).toBe(true);
    expect(route.path).toMatch(/^\/$|^\/api(\/[a-zA-Z0-9.]+|\/\{[a-zA-Z]+\})+$/);
    for (const scope of route.scopes) expect(SCOPES).toContain(scope);
  },
);

test.each(QUEUE_CONSUMERS.map(({ key }) => key))('%s, fed by a queue, has its function', (key) => {
  expect(existsSync(path.join(functions, `${key}.ts`))).toBe(true);
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
