import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BASE_PATHS, endpointsFor } from '../../shared/contract/audience.ts';
import { FUNCTIONS } from '../../shared/contract/functions.ts';
import { type Route, takesIdempotencyKey } from '../../shared/contract/route.ts';
import { notFound } from '../../shared/contract/routes/not-found.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';

const functions = path.resolve(import.meta.dirname, '../../functions');

test.each(ROUTES)('$key has a path of known form and known scopes', (route) => {
  expect(route.path).toMatch(/^\/$|^(\/console)?\/api(\/[a-zA-Z0-9.-]+|\/\{[a-zA-Z]+\})+$/);
  for (const scope of route.scopes) expect(SCOPES).toContain(scope);
});

/** The endpoint definitions that the files of a folder export. */
async function definedIn(folder: URL): Promise<Route[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return modules
    .flatMap((module) => Object.values<Route>(module))
    .filter(({ path: target }) => target !== undefined);
}

test('every endpoint definition is in the list at the end of its file, and that list in ROUTES', async () => {
  const defined = await definedIn(new URL('../../shared/contract/routes/', import.meta.url));
  const listed = [...ROUTES, notFound].map(({ key }) => key);
  expect(defined.map(({ key }) => key).sort()).toEqual(listed.sort());
});

test('an endpoint opens the store of idempotency where it takes an Idempotency-Key, and nowhere else', () => {
  for (const route of ROUTES) {
    const opens = route.stores?.includes('idempotency') ?? false;
    expect([route.key, 'idempotency', opens]).toEqual([route.key, 'idempotency', takesIdempotencyKey(route)]);
  }
});

test('every function has its definition, with its path as the key, and every definition its function', () => {
  const files = readdirSync(functions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const keys = files.map((name) => name.slice(0, -'.ts'.length).replaceAll(path.sep, '/'));
  expect(keys.sort()).toEqual(FUNCTIONS.map(({ key }) => key).sort());
});

describe('audiences', () => {
  const addressOf = ({ method, path: target }: Route) => `${method} ${target}`;

  test('every endpoint has one, and none but theirs', () => {
    const reached = new Set(
      [...endpointsFor('integrators'), ...endpointsFor('console')].map(({ key }) => key),
    );
    expect([...reached].sort()).toEqual(ROUTES.map(({ key }) => key).sort());
  });

  test('no endpoint of the console is on the API of integrators, and none outside of the console’s path is the console’s', () => {
    const below = `${BASE_PATHS.console}/`;
    expect(endpointsFor('integrators').filter(({ path: target }) => target.startsWith('/console'))).toEqual(
      [],
    );
    expect(endpointsFor('console').filter(({ path: target }) => !target.startsWith(below))).toEqual([]);
    expect(ROUTES.filter(({ audience }) => audience === 'console').map(({ key }) => key)).toEqual(
      ROUTES.filter(({ path: target }) => target.startsWith(below)).map(({ key }) => key),
    );
  });

  test('the console has every endpoint about videos, events and webhooks, at the same place below its own path, and no other of integrators', () => {
    const shared = endpointsFor('integrators').filter(({ path: target }) =>
      /^\/api\/(?:videos|v1\/events|v1\/webhooks)/.test(target),
    );
    expect(shared).not.toEqual([]);
    expect(
      endpointsFor('console')
        .filter(({ audience }) => audience === 'both')
        .map(addressOf),
    ).toEqual(shared.map(addressOf).map((address) => address.replace(' /api/', ' /console/api/')));
  });
});

test.each(['integrators', 'console'] as const)(
  'no two endpoints for %s answer the same request',
  (audience) => {
    const requests = endpointsFor(audience).map(
      ({ method, path: target }) => `${method} ${target.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(requests).size).toBe(requests.length);
  },
);

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
