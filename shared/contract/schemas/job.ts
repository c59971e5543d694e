import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { failure, frame } from './primitives.ts';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;

const { processingFps, confidence, labels, labelLength } = LIMITS;

export const processingOptions = z
  .strictObject({
    fps: z
      .number()
      .min(processingFps.min)
      .max(processingFps.max)
      .default(processingFps.default)
      .describe('frames sampled per second of video; at most those that the video has'),
    confidence: z
      .number()
      .min(confidence.min)
      .max(confidence.max)
      .default(confidence.default)
      .describe('least confidence of a detection that starts a track'),
    labels: z
      .array(z.string().min(1).max(labelLength))
      .max(labels)
      .default([])
      .describe(
        'classes to detect (none: all that the model knows); with `enableClip` free text, and at least one',
      ),
    enableClip: z
      .boolean()
      .default(false)
      .describe(
        'take `labels` as free text and name each object by its similarity to it: the label that fits best, or ' +
          '`unknown` where none fits better than it would fit any object',
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
    progress: z.number().min(0).max(100).describe('percent; never decreases'),
    currentFrame: frame('the frame that the job has reached'),
    totalFrames: z.int().describe('frames of the video'),
    objectsDetected: z
      .int()
      .describe(
        'the objects that the job has found once it is `completed`, those of earlier jobs that it found again included; ' +
          'before, a cautious estimate, which never decreases; 0 where it failed or was cancelled',
      ),
    undecodableFrames: z
      .int()
      .describe(
        'sampled frames so far that could not be decoded because their data is damaged; they are skipped, and the job ' +
          'fails with `CORRUPT_DATA` when fewer than half of all can be decoded',
      ),
    samples: z
      .object({
        total: z.int().describe('frames to look at: those sampled from the video'),
        processed: z.int().describe('of these, how many detection has come to'),
        detected: z
          .int()
          .describe(
            'of the processed ones, how many the detector looked at: where nothing has changed since the last one, its ' +
              'detections stand for the next ones, too',
          ),
      })
      .meta({ id: 'SampleCounts', description: 'the sampled frames' }),
    eta: z.number().describe('seconds left, estimated'),
    model: z.string().describe('the detector in use'),
    fallback: z
      .boolean()
      .describe(
        'true when the moving-object detector is at work, which names nothing, and not a trained model',
      ),
    clipModel: z
      .string()
      .optional()
      .describe('the CLIP model that names the objects; only with `enableClip`'),
    error: failure.optional().describe('why the job failed; only with the status `failed`'),
  })
  .meta({ id: 'JobStatus', description: 'The state of a processing job.' });
