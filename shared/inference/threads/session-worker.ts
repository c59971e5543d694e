import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Tensor } from 'onnxruntime-node';
import { openSession } from './onnx-session.ts';
import type { Feed, SessionReply, SessionRequest, SessionSetup } from './session-protocol.ts';

const toTensor = (feed: Feed): Tensor =>
  feed.type === 'int64'
    ? new Tensor('int64', feed.data, feed.dims)
    : new Tensor('float32', feed.data, feed.dims);

/** Body of a thread that runs one network when asked, until told to close. */
async function serve({ path, intraOpThreads }: SessionSetup): Promise<void> {
  if (parentPort === null) throw new Error('session-worker.ts is the body of a worker thread');
  const port = parentPort;
  const reply = (message: SessionReply): void => port.postMessage(message);
  // Listens before the first await, so that no request is lost while the session opens.
  const requests = on(port, 'message') as AsyncIterable<[SessionRequest]>;
  const session = await openSession(path, intraOpThreads);
  reply({ type: 'ready', inputs: session.inputNames, outputs: session.outputNames });
  for await (const [request] of requests) {
    if (request.type === 'close') break;
    const feeds = Object.entries(request.feeds).map(([name, feed]) => [name, toTensor(feed)]);
    const { [request.output]: result } = await session.run(Object.fromEntries(feeds), [request.output]);
    if (result === undefined) throw new TypeError(`the network has no output ${request.output}`);
    reply({ type: 'result', dims: result.dims, data: result.data });
  }
  await session.release();
  port.close();
}

await serve(workerData as SessionSetup);
