import { BASE_PATHS } from '../../../shared/contract/audience.ts';
import { listVideos } from '../../../shared/contract/routes/videos.ts';
import { consoleClient } from '../console-client.ts';
import { expectEqual } from '../expect.ts';
import type { Step } from '../step.ts';

/** Signing in for the first time, and what opens the console and what does not. */
export const signedIn: Step = {
  name: 'the first requests of a person, and credentials that are not for the console',
  async run(rehearsed) {
    const { fetch, secret, tokenFor, deployment } = rehearsed;
    const client = await consoleClient(rehearsed, 'newcomer');
    const first = await Promise.all([1, 2, 3].map(() => client.call(listVideos)));
    expectEqual(
      'the videos of a person who is new',
      first.map(({ videos }) => videos.length),
      [0, 0, 0],
    );
    const videos = `${BASE_PATHS.console.slice(1)}/videos`;
    for (const [what, Authorization] of [
      ['nothing', ''],
      ['an API key', `Bearer ${secret}`],
      ['a token of another signature', `Bearer ${await tokenFor('newcomer')}x`],
    ] as const) {
      const answer = await fetch(videos, { headers: { Authorization } });
      expectEqual(`the console, with ${what}`, answer.status, 401);
    }
    const headers = { Authorization: `Bearer ${await tokenFor('newcomer')}` };
    expectEqual('the public API, with a token', (await fetch('api/videos', { headers })).status, 401);
    const nowhere = await fetch(`${BASE_PATHS.console.slice(1)}/nothing`, { headers });
    expectEqual('no route of the console', nowhere.status, 404);
    const origin = { Origin: 'https://elsewhere.example' };
    expectEqual('a preflight', (await fetch(videos, { method: 'OPTIONS', headers: origin })).ok, false);
    const crossing = await fetch(videos, { headers: { ...headers, ...origin } });
    expectEqual(
      'an answer to another origin',
      [crossing.status, crossing.headers.get('access-control-allow-origin')],
      [200, null],
    );
    expectEqual('failures', deployment.failures, []);
  },
};
