import type { InferenceSession } from 'onnxruntime-node';
import type { Model } from '../models/manifest.ts';
import { openSession } from '../threads/onnx-session.ts';
import { serveCalls } from '../threads/serve-calls.ts';
import type { ThreadSetup } from '../threads/thread-protocol.ts';
import type { FrameDetector, FrameResult, ReportOptions, RunFrame } from './frame-detector.ts';
import { movingObjectDetector } from './moving-object-detector.ts';
import { networkDetector } from './network-detector.ts';
import { openNetwork } from './open-network.ts';

export interface DetectorSetup extends ThreadSetup {
  readonly model: Model;
  /** Frame buffers, shared with the thread that fills them: a slot is this thread's until its `frame` is answered. */
  readonly slots: readonly SharedArrayBuffer[];
}

/** Answered by the results that are finished by then. */
export type DetectorCall =
  | { readonly type: 'begin'; readonly options: ReportOptions }
  | { readonly type: 'frame'; readonly slot: number; readonly frame: Omit<RunFrame, 'data'> }
  | { readonly type: 'end' };

const detectorFor = (session: InferenceSession, model: Model): FrameDetector =>
  model.layout === 'moving-object' ? movingObjectDetector(session, model) : networkDetector(session, model);

const openModel = ({ model, path, intraOpThreads }: DetectorSetup): Promise<InferenceSession> =>
  model.layout === 'moving-object'
    ? openSession(path, intraOpThreads)
    : openNetwork(model, path, intraOpThreads);

await serveCalls((session, { model, slots }: DetectorSetup) => {
  const detector = detectorFor(session, model);
  const buffers = slots.map((slot) => new Uint8Array(slot));
  return {
    ready: null,
    async answer(call: DetectorCall): Promise<FrameResult[]> {
      switch (call.type) {
        case 'begin':
          detector.begin(call.options);
          return [];
        case 'frame': {
          const { slot, frame } = call;
          const data = buffers[slot]?.subarray(0, frame.width * frame.height * 3);
          if (data === undefined) throw new RangeError(`no slot ${slot}`);
          return detector.push({ ...frame, data });
        }
        case 'end':
          return detector.end();
      }
    },
  };
}, openModel);
