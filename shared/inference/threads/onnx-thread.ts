import '../telemetry-off.ts';
import { Worker } from 'node:worker_threads';

/** A thread that loads ONNX Runtime. All of them are started here: only then is its telemetry off in each. */
export const startOnnxThread = (module: URL, workerData: unknown): Worker =>
  new Worker(module, { workerData });
