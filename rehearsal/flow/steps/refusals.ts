import { expectEqual } from '../expect.ts';
import type { Step } from '../step.ts';

/** What API Gateway and the authorizer answer before a function does. */
export const refusals: Step = {
  name: 'requests without a key, with a wrong one, to no route, and preflights',
  async run({ fetch }) {
    const answers = [];
    for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer vms_wrong' }]) {
      const answer = await fetch('api/v1/whoami', { headers });
      expectEqual('status without a valid key', answer.status, 401);
      expectEqual('WWW-Authenticate', answer.headers.get('www-authenticate'), 'Bearer');
      answers.push(await answer.text());
    }
    expectEqual('the body for a wrong key', answers[1], answers[0]);
    for (const [path, method] of [
      ['nothing', 'GET'],
      ['api/videos/x/nothing/deep', 'GET'],
      ['api/videos', 'PUT'],
    ] as const) {
      const answer = await fetch(path, { method });
      expectEqual(
        `${method} ${path}`,
        [answer.status, codeIn(await answer.json())],
        [404, 'ROUTE_NOT_FOUND'],
      );
    }
    expectEqual('preflight', (await fetch('api/videos', { method: 'OPTIONS' })).status, 204);
    const large = await fetch('api/videos/upload', { method: 'POST', body: Buffer.alloc(11 * 1024 * 1024) });
    expectEqual('11 MB', [large.status, codeIn(await large.json())], [400, 'FILE_TOO_LARGE']);
  },
};

const codeIn = (body: unknown): string | undefined => (body as { error?: { code: string } }).error?.code;
