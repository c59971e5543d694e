import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import { openSession } from './onnx-session.ts';
import type { ThreadReply, ThreadRequest, ThreadSetup } from './thread-protocol.ts';

/** What a thread does with its model. */
interface CallServer<Ready, Call, Result> {
  /** Sent once the model is open. */
  readonly ready: Ready;
  answer(call: Call): Promise<Result>;
}

const openFile = ({ path, intraOpThreads }: ThreadSetup): Promise<InferenceSession> =>
  openSession(path, intraOpThreads);

/** Body of an `OnnxThread`: opens the model it was started with and answers calls until it is closed. */
export async function serveCalls<Setup extends ThreadSetup, Ready, Call, Result>(
  open: (session: InferenceSession, setup: Setup) => CallServer<Ready, Call, Result>,
  openModel: (setup: Setup) => Promise<InferenceSession> = openFile,
): Promise<void> {
  if (parentPort === null) throw new Error('calls are served in worker threads only');
  const port = parentPort;
  const setup = workerData as Setup;
  const reply = (message: ThreadReply<Ready, Result>): void => port.postMessage(message);
  // Listens before the first await, so that no request is lost while the session opens.
  const requests = on(port, 'message') as AsyncIterable<[ThreadRequest<Call>]>;
  const session = await openModel(setup);
  const server = open(session, setup);
  reply({ type: 'ready', ready: server.ready });
  for await (const [request] of requests) {
    if (request.type === 'close') break;
    reply({ type: 'result', result: await server.answer(request.call) });
  }
  await session.release();
  port.close();
}
