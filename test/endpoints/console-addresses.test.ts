import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { CONSOLE_VIDEOS, startConsoleApi } from '../support/console/console-api.ts';
import { createKey } from '../support/service/create-key.ts';

const { bench, issuer, api, newPerson } = await startConsoleApi();

describe('addresses below the console’s path', () => {
  const unknown = [
    ['GET', '/console/api'],
    ['GET', '/console/api/'],
    ['GET', '/console/api/nowhere'],
    ['GET', '/console/api/v1/whoami'],
    ['GET', '/console/api/v1/projects'],
    ['GET', '/console/api/docs'],
    ['GET', '/console/api/openapi.json'],
    ['GET', '/console/api/api/videos'],
    ['GET', '/console/%61pi/nowhere'],
    ['DELETE', '/console/api/videos'],
    ['OPTIONS', '/console/api/videos'],
  ] as const;

  test.each(unknown)(
    '%s %s is 401 without a token, and 404 with one, as the contract says',
    async (method, target) => {
      const without = await api(method, target, { key: null });
      expect([without.status, without.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
      const withKey = await api(method, target, { key: (await createKey(bench.environment)).secret });
      expect(withKey.status).toBe(401);
      const withToken = await api(method, target, { key: await issuer.token(newPerson()) });
      expect([withToken.status, withToken.body.error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );

  test.each(endpointsFor('console').map(({ method, path }) => [method, path] as const))(
    '%s %s is behind the console’s authorizer',
    async (method, path) => {
      const { secret } = await createKey(bench.environment);
      for (const key of [null, secret]) expect((await api(method, path, { key })).status).toBe(401);
    },
  );

  test('one that only begins alike is the integrators’', async () => {
    const token = await issuer.token(newPerson());
    const { secret } = await createKey(bench.environment);
    for (const target of ['/console/apix', '/console', '/consolex/api/videos', '/console/videos']) {
      expect((await api('GET', target, { key: token })).status).toBe(401);
      expect((await api('GET', target, { key: secret })).status).toBe(404);
    }
  });

  test('no answer may be read by another origin, and no preflight is answered', async () => {
    const token = await issuer.token(newPerson());
    const headers = { Origin: 'https://elsewhere.example' };
    const answers = [
      await api('GET', CONSOLE_VIDEOS, { key: token, headers }),
      await api('GET', CONSOLE_VIDEOS, { key: null, headers }),
      await api('GET', `${CONSOLE_VIDEOS}?page=x`, { key: token, headers }),
      await api('GET', '/console/api/nowhere', { key: token, headers }),
      await api('OPTIONS', CONSOLE_VIDEOS, { key: null, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404, 401]);
    for (const answer of answers)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
