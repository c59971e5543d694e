import { parentPort, workerData } from 'node:worker_threads';
import { openSession } from '../shared/inference/threads/onnx-session.ts';
import { type BareLoopSetup, toTensors } from './bare-inference.ts';

async function serve({ path, intraOpThreads, feeds, next }: BareLoopSetup): Promise<void> {
  const port = parentPort;
  if (port === null) throw new TypeError('not a worker thread');
  const session = await openSession(path, intraOpThreads);
  const inputs = feeds.map((feed) => toTensors(session.inputNames, feed));
  port.on('message', async (message: 'go' | 'close') => {
    if (message === 'close') {
      await session.release();
      port.close();
      return;
    }
    for (let i = Atomics.add(next, 0, 1); i < inputs.length; i = Atomics.add(next, 0, 1)) {
      await session.run(inputs[i] ?? {});
    }
    port.postMessage('done');
  });
  port.postMessage('ready');
}

await serve(workerData as BareLoopSetup);
