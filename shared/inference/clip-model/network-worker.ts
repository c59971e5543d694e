import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { serveCalls } from '../threads/serve-calls.ts';
import type { ThreadSetup } from '../threads/thread-protocol.ts';

/** Input of a network, in row-major order. */
export type Feed =
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly type: 'int64'; readonly data: BigInt64Array; readonly dims: readonly number[] };

/** One run for one output. */
export interface NetworkCall {
  readonly feeds: Readonly<Record<string, Feed>>;
  readonly output: string;
}

export interface NetworkOutput {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** The names of a network's inputs and outputs. */
export type NetworkShape = Readonly<Record<'inputs' | 'outputs', readonly string[]>>;

const toTensor = (feed: Feed): Tensor =>
  feed.type === 'int64'
    ? new Tensor('int64', feed.data, feed.dims)
    : new Tensor('float32', feed.data, feed.dims);

await serveCalls((session: InferenceSession, _: ThreadSetup) => ({
  ready: { inputs: session.inputNames, outputs: session.outputNames } satisfies NetworkShape,
  async answer({ feeds, output }: NetworkCall): Promise<NetworkOutput> {
    const tensors = Object.entries(feeds).map(([name, feed]) => [name, toTensor(feed)]);
    const { [output]: result } = await session.run(Object.fromEntries(tensors), [output]);
    if (result === undefined) throw new TypeError(`the network has no output ${output}`);
    if (!(result.data instanceof Float32Array)) throw new TypeError(`${output} is not float32`);
    return { dims: result.dims, data: result.data };
  },
}));
