import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { frame } from './primitives.ts';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;

const { processingFps, confidence, labels, labelLength } = LIMITS;

export const processingOptions = z
  .strictObject({
    fps: z
      .number()
      .min(processingFps.min)
      .max(processingFps.max)
      .default(processingFps.default)
      .describe('frames looked at per second of video; never more than the video has'),
    confidence: z
      .number()
      .min(confidence.min)
      .max(confidence.max)
      .default(confidence.default)
      .describe('what a detection needs to begin a track'),
    labels: z
      .array(z.string().min(1).max(labelLength))
      .max(labels)
      .default([])
      .describe(
        'classes to look for (none: all that the model knows); with `enableClip` free text, and at least one',
      ),
    enableClip: z
      .boolean()
      .default(false)
      .describe(
        'take `labels` as free text and name each object by its likeness to it: the label that fits best, or ' +
          '`unknown` where none fits better than any object would',
      ),
  })
  .meta({ id: 'ProcessingOptions' });

export const jobStarted = z
  .object({
    jobId: z.string(),
    status: z.enum(JOB_STATUSES),
    estimatedTime: z.number().describe('seconds'),
  })
  .meta({ id: 'JobStarted' });

export const jobStatus = z
  .object({
    jobId: z.string(),
    status: z.enum(JOB_STATUSES),
    progress: z.number().min(0).max(100).describe('percent; never falls'),
    currentFrame: frame('frame up to which the job has come'),
    totalFrames: z.int().describe('frames of the video'),
    objectsDetected: z
      .int()
      .describe(
        'tracked objects in the metadata once the job is `completed`; before, a cautious estimate of how many it will ' +
          'find, which never falls',
      ),
    undecodableFrames: z
      .int()
      .describe(
        'of the frames looked at so far, those that could not be decoded because their data is damaged; they are passed ' +
          'over, and the job fails with `CORRUPT_DATA` where less than half of all could be decoded',
      ),
    eta: z.number().describe('seconds left, estimated'),
    model: z.string().describe('the detector in use'),
    fallback: z
      .boolean()
      .describe('true when the built-in moving-object detector stands in for a trained model'),
    clipModel: z
      .string()
      .optional()
      .describe('the CLIP model that names the objects; only with `enableClip`'),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('why the job failed; only with the status `failed`'),
  })
  .meta({ id: 'JobStatus', description: 'The state of a processing job.' });
