import { parentPort } from 'node:worker_threads';

/** A worker that opens its model and throws at the first frame. */
parentPort?.postMessage({ type: 'ready', ready: null });
parentPort?.on('message', ({ type, call }: { type: string; call?: { type: string } }) => {
  if (call?.type === 'frame') throw new Error('out of cheese');
  if (type === 'close') parentPort?.close();
});
