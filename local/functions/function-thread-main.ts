/** Runs functions in a thread separate from the gateway's. */
import { parentPort } from 'node:worker_threads';
import { provideLambdaRuntime } from '../gateway/lambda-runtime.ts';
import { loadFunction } from './function-modules.ts';
import type { FunctionCall, FunctionReply } from './function-thread.ts';

provideLambdaRuntime();

async function answer({ number, key, event }: FunctionCall): Promise<FunctionReply> {
  try {
    const handler = await loadFunction(key);
    return { number, result: await handler(event, {}) };
  } catch (error) {
    return { number, error };
  }
}

parentPort?.on('message', async (call: FunctionCall) => {
  parentPort?.postMessage(await answer(call));
});
