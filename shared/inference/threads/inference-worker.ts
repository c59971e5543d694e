import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import type { FrameDetector } from '../detectors/frame-detector.ts';
import { movingObjectDetector } from '../detectors/moving-object-detector.ts';
import { networkDetector } from '../detectors/network-detector.ts';
import type { Model } from '../models/manifest.ts';
import { openSession } from './onnx-session.ts';
import type { WorkerReply, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

const detectorFor = (session: InferenceSession, model: Model): FrameDetector =>
  model.layout === 'moving-object' ? movingObjectDetector(session, model) : networkDetector(session, model);

/** Body of a worker thread: answers requests until told to close. */
async function serve({ model, path, intraOpThreads, slots }: WorkerSetup): Promise<void> {
  if (parentPort === null) throw new Error('inference-worker.ts is the body of a worker thread');
  const port = parentPort;
  const reply = (message: WorkerReply): void => port.postMessage(message);
  // Listens before the first await, so that no request is lost while the session opens.
  const requests = on(port, 'message') as AsyncIterable<[WorkerRequest]>;
  const session = await openSession(path, intraOpThreads);
  const detector = detectorFor(session, model);
  const buffers = slots.map((slot) => new Uint8Array(slot));
  reply({ type: 'ready' });
  let run = 0;
  for await (const [request] of requests) {
    switch (request.type) {
      case 'begin':
        run = request.run;
        detector.begin(request.options);
        break;
      case 'frame': {
        const { type: _, slot, ...frame } = request;
        const data = buffers[slot]?.subarray(0, frame.width * frame.height * 3);
        if (data === undefined) throw new RangeError(`no slot ${slot}`);
        reply({ type: 'accepted', run, slot, results: await detector.push({ ...frame, data }) });
        break;
      }
      case 'end':
        reply({ type: 'ended', run, results: await detector.end() });
        break;
      case 'close':
        await session.release();
        port.close();
        return;
    }
  }
}

await serve(workerData as WorkerSetup);
