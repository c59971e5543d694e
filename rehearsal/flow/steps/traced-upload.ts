import { setTimeout as delay } from 'node:timers/promises';
import { expectEqual } from '../expect.ts';
import { functionOf } from '../queues.ts';
import type { Step } from '../step.ts';
import { type Branch, linesOf, nodesOf, treeOf } from '../trace-tree.ts';

/** What the upload of a video leads to, in the order in which they first run. */
const FUNCTIONS = ['videos/upload-video', 'ingest/ingest', 'relay/relay', 'detector/detector'];

const ARRIVAL_MS = 100;
const ARRIVAL_LIMIT_MS = 5_000;

/** The functions of a tree that have made calls. */
const callersIn = (tree: Branch): Set<string> =>
  new Set(
    nodesOf(tree).flatMap(({ id, name, type }) =>
      type === undefined && nodesOf(tree).some((one) => one.type !== undefined && one.parent_id === id)
        ? [name]
        : [],
    ),
  );

export const tracedUpload: Step = {
  name: 'the trace of an upload, with its ingest and its job',
  async run({ deployment, clip, fetch }) {
    const { traces } = deployment;
    const expected = FUNCTIONS.map((key) => functionOf(deployment, key).ref);
    const form = new FormData();
    form.append('autoProcess', 'true');
    form.append('file', new Blob([clip]), 'clip.mp4');
    const answer = await fetch('api/videos/upload', { method: 'POST', body: form });
    await deployment.settle();
    const request = traces.ofRequest(answer.headers.get('x-request-id') ?? '');
    // Templates without tracing: nothing is to be sent.
    if (request === undefined) {
      expectEqual('documents without tracing', traces.documents.length, 0);
      return;
    }
    let tree = treeOf(request, traces.documents);
    const missing = (): string[] => expected.filter((name) => !callersIn(tree).has(name));
    // What was sent last is on its way.
    for (let waited = 0; missing().length > 0 && waited < ARRIVAL_LIMIT_MS; waited += ARRIVAL_MS) {
      await delay(ARRIVAL_MS);
      tree = treeOf(request, traces.documents);
    }
    console.log(linesOf(tree, 2).join('\n'));
    expectEqual('functions that are not in the trace', missing(), []);
  },
};
