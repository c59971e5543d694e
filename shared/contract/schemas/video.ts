import * as z from 'zod';
import { metadataDocument } from './metadata.ts';

export const VIDEO_STATUSES = ['uploading', 'processing', 'processed', 'failed'] as const;

const common = {
  id: z.string(),
  name: z.string(),
  status: z.enum(VIDEO_STATUSES),
  duration: z.number().describe('seconds; 0 until known'),
  thumbnail: z.string().describe('URL; empty until known'),
  createdAt: z.string(),
};

export const videoListEntry = z.object({ ...common, updatedAt: z.string() });

export const videoDetail = z.object({
  ...common,
  updatedAt: z.string(),
  width: z.int().describe('displayed width in pixels'),
  height: z.int().describe('displayed height in pixels'),
  fps: z.number(),
  fileSize: z.int(),
  streamUrl: z.string(),
  metadata: z.union([metadataDocument, z.object({}).strict()]).describe('{} until the video is processed'),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});

export const uploadResult = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(VIDEO_STATUSES),
  uploadProgress: z.int(),
});
