import { Tensor } from 'onnxruntime-node';
import type { SampledFrame } from '../shared/inference/detectors/detector.ts';
import type { Model } from '../shared/inference/models/manifest.ts';
import type { LocatedModel } from '../shared/inference/models/model-store.ts';
import { OnnxThread } from '../shared/inference/threads/onnx-thread.ts';
import type { ThreadSetup } from '../shared/inference/threads/thread-protocol.ts';
import { frameEncoder } from '../shared/vision/network/frame-encoder.ts';

/** Inputs of one inference in the order of the graph's; the data lies in shared memory. */
export type Feed = readonly {
  readonly data: Float32Array | Uint8Array;
  readonly dims: readonly number[];
}[];

/** What a thread of the bare loop is started with. `next[0]` is the feed that is to be run next. */
export interface BareLoopSetup extends ThreadSetup {
  readonly feeds: readonly Feed[];
  readonly next: Int32Array;
}

export interface InferenceThreads {
  readonly threads: number;
  /** Threads inside one inference. */
  readonly intraOpThreads: number;
}

/** ONNX Runtime alone: nothing but `session.run`, one session a thread, on inputs that are ready. */
interface BareLoop extends AsyncDisposable {
  /** Runs every feed once. */
  run(): Promise<void>;
}

export async function openBareLoop(
  { model, path }: LocatedModel,
  frames: readonly SampledFrame[],
  { threads: count, intraOpThreads }: InferenceThreads,
): Promise<BareLoop> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const feeds = feedsOf(model, frames);
  const setup: BareLoopSetup = { path, intraOpThreads, feeds, next };
  const module = new URL('./bare-inference-worker.ts', import.meta.url);
  const threads = Array.from({ length: count }, () => new OnnxThread<null, null, null>(module, setup));
  await Promise.all(threads.map(({ ready }) => ready));
  return {
    async run() {
      Atomics.store(next, 0, 0);
      await Promise.all(threads.map((thread) => thread.call(null)));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** What the model is given for each of these frames. */
export function feedsOf(model: Model, frames: readonly SampledFrame[]): Feed[] {
  if (model.layout === 'moving-object') return movingObjectFeeds(frames);
  const { width, height } = model.input;
  const encoder = frameEncoder(width, height, model.input);
  return frames.map((frame) => {
    const data = sharedFloats(3 * width * height);
    encoder.encode(frame.data, frame.width, frame.height, data);
    return [{ data, dims: [1, 3, height, width] }];
  });
}

/** The background stays the same: how long a step takes does not depend on it. */
function movingObjectFeeds(frames: readonly SampledFrame[]): Feed[] {
  const [{ width, height } = { width: 1, height: 1 }] = frames;
  const planes = { data: sharedFloats(3 * width * height).fill(128), dims: [1, 3, height, width] };
  const rate = { data: sharedFloats(1).fill(0.01), dims: [] };
  return frames.map(({ data }) => {
    const shared = new Uint8Array(new SharedArrayBuffer(data.length));
    shared.set(data);
    return [{ data: shared, dims: [1, height, width, 3] }, planes, planes, rate];
  });
}

/** @param names of the graph's inputs */
export const toTensors = (names: readonly string[], feed: Feed): Record<string, Tensor> =>
  Object.fromEntries(
    feed.map(({ data, dims }, i) => [
      names[i],
      data instanceof Float32Array ? new Tensor('float32', data, dims) : new Tensor('uint8', data, dims),
    ]),
  );

const sharedFloats = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(4 * length));
