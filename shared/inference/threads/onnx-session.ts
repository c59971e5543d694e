import '../telemetry-off.ts';
import { InferenceSession } from 'onnxruntime-node';

/**
 * Opens a model for use inside a thread of its own: `run` blocks the event loop of the thread it is called in.
 * Parallelism comes from several threads with a session each, which on two cores gave 23–24 ms a frame where
 * one session with two threads gave 27–32 (a detector of 640×384). Idle threads must not spin: the frame
 * decoder needs the core.
 * @param model its file, or the bytes of one
 */
export function openSession(model: string | Uint8Array, intraOpThreads: number): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    intraOpNumThreads: intraOpThreads,
    interOpNumThreads: 1,
    // Errors only: exporters leave initializers among the inputs, and every one of them is a warning.
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}
