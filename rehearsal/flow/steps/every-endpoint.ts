import { ENDPOINT_CALLS, newSubject, uploadForm } from '../../../bench/cost/endpoint-calls.ts';
import { createClient } from '../../../client/client.ts';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { expectEqual } from '../expect.ts';
import { sendsPostsTwice } from '../sends-posts-twice.ts';
import type { Step } from '../step.ts';

/** Uploads both ways, ingest, a job, a surface, edits, exports and the deletion: every endpoint of the contract. */
export const everyEndpoint: Step = {
  name: 'every endpoint, on what the ones before have left',
  async run({ deployment, secret, clip }) {
    const { apiUrl } = deployment;
    const once = createClient({ apiUrl, apiKey: secret });
    const twice = createClient({ apiUrl, apiKey: secret, fetch: sendsPostsTwice });
    const subject = newSubject({
      client: once,
      apiUrl,
      clip,
      workOff: deployment.settle,
    });
    await uploadForm(subject);
    const called = new Set<string>();
    for (const { route, prepare, request } of ENDPOINT_CALLS) {
      subject.client = once;
      await prepare?.(subject);
      subject.client = twice;
      const answer = await request(subject);
      // Those that a client sends have failed by themselves where they are refused.
      if (answer instanceof Response) expectEqual(`${route}: fails`, answer.status >= 400, false);
      called.add(route);
    }
    expectEqual(
      'endpoints',
      [...called].sort(),
      endpointsFor('integrators')
        .map(({ key }) => key)
        .sort(),
    );
  },
};
