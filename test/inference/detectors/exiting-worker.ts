import { parentPort } from 'node:worker_threads';

/** A worker that opens its model and is gone at the first frame, without a word. */
parentPort?.postMessage({ type: 'ready', ready: null });
parentPort?.on('message', ({ type, call }: { type: string; call?: { type: string } }) => {
  if (call?.type === 'frame') process.exit(0);
  if (type === 'close') parentPort?.close();
});
