import { parentPort } from 'node:worker_threads';

/** A worker that opens its model and throws at the first frame. */
parentPort?.postMessage({ type: 'ready' });
parentPort?.on('message', ({ type }: { type: string }) => {
  if (type === 'frame') throw new Error('out of cheese');
  if (type === 'close') parentPort?.close();
});
