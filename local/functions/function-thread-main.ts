/** Runs functions in a thread separate from the gateway's. */
import { constants, platform, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { processEnvironment, provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { provideLambdaRuntime } from '../gateway/lambda-runtime.ts';
import { handlerOverPort } from '../protocol/port-handler.ts';
import { connectBySockets, inProcess } from '../stores/connections.ts';
import { loadFunction } from './function-modules.ts';
import { END, type FunctionCall, type FunctionReply } from './function-thread.ts';

// Linux gives threads priorities of their own: the gateway's, in which all requests begin, comes first.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
provideLambdaRuntime();
const ports = Object.entries(workerData as Record<string, MessagePort>);
connectBySockets(
  process.env,
  Object.fromEntries(ports.map(([store, port]) => [store, inProcess(handlerOverPort(port))])),
);
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
