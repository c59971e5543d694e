/** Runs functions in a thread separate from the gateway's. */
import { parentPort } from 'node:worker_threads';
import { processEnvironment, provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { provideLambdaRuntime } from '../gateway/lambda-runtime.ts';
import { loadFunction } from './function-modules.ts';
import { END, type FunctionCall, type FunctionReply } from './function-thread.ts';

provideLambdaRuntime();
const stopping = new AbortController();
provideEnvironment({ ...processEnvironment(), stopping: stopping.signal });

async function answer({ number, key, event }: FunctionCall): Promise<FunctionReply> {
  try {
    const handler = await loadFunction(key);
    return { number, result: await handler(event, {}) };
  } catch (error) {
    return { number, error };
  }
}

parentPort?.on('message', async (call: FunctionCall | typeof END) => {
  if (call === END) stopping.abort();
  else parentPort?.postMessage(await answer(call));
});
