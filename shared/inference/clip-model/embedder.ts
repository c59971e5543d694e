import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import { InferenceError } from '../errors.ts';
import { OnnxThread } from '../threads/onnx-thread.ts';
import type { Feed, NetworkCall, NetworkOutput, NetworkShape } from './network-worker.ts';

const NETWORK_WORKER = siblingModule(import.meta.url, 'network-worker');

/** Runs are made one at a time, so parallelism comes from within. */
const INTRA_OP_THREADS = 2;

/** One half of a CLIP model: turns texts or pictures into vectors of one space. To be closed before the process exits. */
export interface Embedder<Input> extends AsyncDisposable {
  /** Length of the vectors. */
  readonly dimensions: number;
  /** @throws InferenceError WORKER_FAILED; the embedder is of no more use then */
  embed(input: Input): Promise<Float32Array>;
}

interface EmbedderOptions<Input> {
  /** The network. */
  readonly path: string;
  /** Its output, float32 `[1, dimensions]`. */
  readonly output: string;
  /** What the network is fed, by the names of its inputs. */
  readonly feeds: (input: Input, inputs: readonly string[]) => Record<string, Feed>;
  /** Embedded at the start, to see what the network answers. */
  readonly example: Input;
}

/** @throws InferenceError MODEL_UNFIT when the network can't be opened, or does not answer the example as it should */
export async function openEmbedder<Input>({
  path,
  output,
  feeds,
  example,
}: EmbedderOptions<Input>): Promise<Embedder<Input>> {
  const network = new OnnxThread<NetworkShape, NetworkCall, NetworkOutput>(NETWORK_WORKER, {
    path,
    intraOpThreads: INTRA_OP_THREADS,
  });
  const { inputs, outputs } = await network.ready;
  const run = (input: Input) => network.call({ feeds: feeds(input, inputs), output });
  try {
    if (!outputs.includes(output)) throw new Error(`its outputs are ${outputs.join(', ')}`);
    const { dims } = await run(example);
    const [count, dimensions = 0, ...more] = dims;
    if (count !== 1 || dimensions < 1 || more.length > 0)
      throw new Error(`${output} has the shape [${dims.join(', ')}] instead of [1, dimensions]`);
    return {
      dimensions,
      embed: async (input) => (await run(input)).data,
      [Symbol.asyncDispose]: () => network.close(),
    };
  } catch (cause) {
    await network.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InferenceError('MODEL_UNFIT', `${path} is no encoder: ${reason}`, { cause });
  }
}
