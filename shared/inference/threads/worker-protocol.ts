import type { FrameResult, ReportOptions } from '../detectors/frame-detector.ts';
import type { Model } from '../models/manifest.ts';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly model: Model;
  readonly path: string;
  readonly intraOpThreads: number;
  /** Frame buffers, shared with the thread that fills them: a slot is the worker's from `frame` to `accepted`. */
  readonly slots: readonly SharedArrayBuffer[];
}

/** Requests are handled one after the other. `run` numbers the runs of a detector, `sequence` the frames of one. */
export type WorkerRequest =
  | { readonly type: 'begin'; readonly run: number; readonly options: ReportOptions }
  | {
      readonly type: 'frame';
      readonly sequence: number;
      /** Seconds. */
      readonly time: number;
      readonly slot: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly type: 'end' }
  | { readonly type: 'close' };

/** A worker that fails throws; the thread's `error` event is its last word. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'accepted';
      readonly run: number;
      readonly slot: number;
      readonly results: readonly FrameResult[];
    }
  | { readonly type: 'ended'; readonly run: number; readonly results: readonly FrameResult[] };
