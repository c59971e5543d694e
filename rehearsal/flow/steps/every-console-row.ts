import { CONSOLE_CALLS } from '../../../bench/cost/console-calls.ts';
import { ENDPOINT_CALLS, type Subject, uploadForm } from '../../../bench/cost/endpoint-calls.ts';
import { rowsFor } from '../../../shared/contract/audience.ts';
import { deleteVideo } from '../../../shared/contract/routes/videos.ts';
import { consoleClient } from '../console-client.ts';
import { expectEqual } from '../expect.ts';
import type { Step } from '../step.ts';

/** What the console shares with integrators, then what it has for itself, by a person who has signed in. */
export const everyConsoleRow: Step = {
  name: 'every row of the console, on what the ones before have left',
  async run(rehearsed) {
    const { deployment, clip } = rehearsed;
    const rows = new Set(rowsFor('console').map(({ key }) => key));
    const subject: Subject = {
      client: await consoleClient(rehearsed, 'ann'),
      apiUrl: deployment.apiUrl,
      clip,
      video: '',
      revision: 0,
      announced: '',
      parts: [],
      keyId: '',
      workOff: deployment.settle,
    };
    await uploadForm(subject);
    const shared = ENDPOINT_CALLS.filter(({ route }) => rows.has(route));
    const calls = [
      ...shared.filter(({ route }) => route !== deleteVideo.key),
      ...CONSOLE_CALLS.slice(0, -1),
      ...shared.filter(({ route }) => route === deleteVideo.key),
      // Ends the session.
      ...CONSOLE_CALLS.slice(-1),
    ];
    for (const { prepare, request } of calls) {
      await prepare?.(subject);
      await request(subject);
    }
    expectEqual('rows', [...new Set(calls.map(({ route }) => route))].sort(), [...rows].sort());
  },
};
