import { CONSOLE_CALLS } from '../../../bench/cost/console-calls.ts';
import { ENDPOINT_CALLS, newSubject, uploadForm } from '../../../bench/cost/endpoint-calls.ts';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { createKey } from '../../../shared/contract/routes/console/keys.ts';
import { signOutEverywhere } from '../../../shared/contract/routes/console/sessions.ts';
import { deleteVideo } from '../../../shared/contract/routes/videos.ts';
import { consoleClient } from '../console-client.ts';
import { expectEqual } from '../expect.ts';
import { sendsPostsTwice } from '../sends-posts-twice.ts';
import type { Step } from '../step.ts';

const PERSON = 'ann';

/** The first answer alone has the secret, or lets the person in. */
const ANSWERED_ONCE: readonly string[] = [createKey.key, signOutEverywhere.key];

/** What the console shares with integrators, then what it has for itself, by a person who has signed in. */
export const everyConsoleEndpoint: Step = {
  name: 'every endpoint of the console, on what the ones before have left',
  async run(rehearsed) {
    const { deployment, clip } = rehearsed;
    const definitions = new Set(endpointsFor('console').map(({ key }) => key));
    const once = await consoleClient(rehearsed, PERSON);
    const twice = await consoleClient(rehearsed, PERSON, { fetch: sendsPostsTwice });
    const subject = newSubject({
      client: once,
      apiUrl: deployment.apiUrl,
      clip,
      workOff: deployment.settle,
    });
    await uploadForm(subject);
    const shared = ENDPOINT_CALLS.filter(({ route }) => definitions.has(route));
    const calls = [
      ...shared.filter(({ route }) => route !== deleteVideo.key),
      ...CONSOLE_CALLS.slice(0, -1),
      ...shared.filter(({ route }) => route === deleteVideo.key),
      // Ends the session.
      ...CONSOLE_CALLS.slice(-1),
    ];
    for (const { route, prepare, request } of calls) {
      subject.client = once;
      await prepare?.(subject);
      if (!ANSWERED_ONCE.includes(route)) subject.client = twice;
      await request(subject);
    }
    expectEqual('rows', [...new Set(calls.map(({ route }) => route))].sort(), [...definitions].sort());
  },
};
