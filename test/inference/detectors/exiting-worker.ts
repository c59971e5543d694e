import { parentPort } from 'node:worker_threads';

/** A worker that opens its model and is gone at the first frame, without a word. */
parentPort?.postMessage({ type: 'ready' });
parentPort?.on('message', ({ type }: { type: string }) => {
  if (type === 'frame') process.exit(0);
  if (type === 'close') parentPort?.close();
});
