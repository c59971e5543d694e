import type { Tensor } from 'onnxruntime-node';

/** What the thread of a session is started with. */
export interface SessionSetup {
  readonly path: string;
  readonly intraOpThreads: number;
}

/** Input of a network, in row-major order. */
export type Feed =
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly type: 'int64'; readonly data: BigInt64Array; readonly dims: readonly number[] };

/** Runs are made one after the other and answered in that order. */
export type SessionRequest =
  | { readonly type: 'run'; readonly feeds: Readonly<Record<string, Feed>>; readonly output: string }
  | { readonly type: 'close' };

/** A run that fails throws; the thread's `error` event is its last word. */
export type SessionReply =
  | { readonly type: 'ready'; readonly inputs: readonly string[]; readonly outputs: readonly string[] }
  | { readonly type: 'result'; readonly dims: readonly number[]; readonly data: Tensor['data'] };
