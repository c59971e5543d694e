import * as z from 'zod';
import { LIMITS } from '../limits.ts';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;

const { processingFps, confidence, labels, labelLength } = LIMITS;

export const processingOptions = z.object({
  fps: z.number().min(processingFps.min).max(processingFps.max).default(processingFps.default),
  confidence: z.number().min(confidence.min).max(confidence.max).default(confidence.default),
  labels: z.array(z.string().min(1).max(labelLength)).max(labels).default([]),
  enableClip: z.boolean().default(false),
});

export const jobStarted = z.object({
  jobId: z.string(),
  status: z.enum(JOB_STATUSES),
  estimatedTime: z.number().describe('seconds'),
});

export const jobStatus = z.object({
  jobId: z.string(),
  status: z.enum(JOB_STATUSES),
  progress: z.number().min(0).max(100),
  currentFrame: z.int(),
  totalFrames: z.int(),
  objectsDetected: z.int(),
  eta: z.number().describe('seconds'),
  model: z.string().describe('the detector in use'),
  fallback: z
    .boolean()
    .describe('true when the built-in moving-object detector stands in for a trained model'),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
