import { cancelProcessing, getProcessingStatus, startProcessing } from '../../routes/processing.ts';
import { documented } from './documented.ts';
import { JOB_ID, MODEL, VIDEO_ID } from './samples.ts';

export const processingDocumentation = [
  documented(startProcessing, {
    description:
      'The job detects objects and tracks them through the video. The result becomes one new version of the ' +
      'metadata. Of the `box` objects that an earlier job has found, those that this one finds again, by the overlap of ' +
      'their boxes over time, keep their ids, `userLabel` and `customData` and get its label, confidence and track. ' +
      'Those that it does not find again stay as they are where they have a `userLabel` or `customData`, and are ' +
      'removed otherwise; an object that you have deleted comes back, under another id, where it is found. ' +
      '`surface` objects stay. Earlier versions keep what they had. With `enableClip`, which needs a CLIP model, ' +
      'objects are named by your `labels`.',
    params: { id: VIDEO_ID },
    body: { fps: 5, confidence: 0.5, labels: ['boat', 'person'], enableClip: false },
    response: { jobId: JOB_ID, status: 'queued', estimatedTime: 14 },
  }),
  documented(getProcessingStatus, {
    description:
      'The states are `queued`, `processing`, then `completed`, `failed` or `cancelled`. The job that an upload with ' +
      '`autoProcess` promises is `queued` until the video is processed; before that `totalFrames` and `eta` are 0. If ' +
      'the video fails, the job no longer exists.',
    params: { id: VIDEO_ID },
    response: {
      jobId: JOB_ID,
      status: 'processing',
      progress: 65,
      currentFrame: 203,
      totalFrames: 312,
      objectsDetected: 4,
      undecodableFrames: 0,
      samples: { total: 52, processed: 34, detected: 21 },
      eta: 5,
      model: MODEL,
      fallback: false,
    },
  }),
  documented(cancelProcessing, {
    description:
      'A cancelled job leaves no results. The job that an upload with `autoProcess` promises can be cancelled before ' +
      'it starts.',
    params: { id: VIDEO_ID },
    response: { success: true, status: 'cancelled' },
  }),
];
