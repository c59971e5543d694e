/** What every thread is started with, besides what its own module needs. */
export interface ThreadSetup {
  /** File of the model. */
  readonly path: string;
  /** Threads inside one run of the model. */
  readonly intraOpThreads: number;
}

/** Calls are handled one after the other and answered in that order. */
export type ThreadRequest<Call> = { readonly type: 'call'; readonly call: Call } | { readonly type: 'close' };

/** A call that fails throws in the thread and ends it: its `error` event is the last that is heard of it. */
export type ThreadReply<Ready, Result> =
  | { readonly type: 'ready'; readonly ready: Ready }
  | { readonly type: 'result'; readonly result: Result };
