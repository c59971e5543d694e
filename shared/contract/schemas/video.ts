import * as z from 'zod';
import { metadataDocument } from './metadata.ts';
import { timestamp } from './primitives.ts';

export const VIDEO_STATUSES = ['uploading', 'processing', 'processed', 'failed'] as const;

const common = {
  id: z.string(),
  name: z.string(),
  status: z.enum(VIDEO_STATUSES),
  duration: z.number().describe('seconds; 0 until known'),
  thumbnail: z.string().describe('URL; empty until known'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const videoListEntry = z
  .object(common)
  .meta({ id: 'VideoListEntry', description: 'A video as lists show it.' });

export const videoDetail = z
  .object({
    ...common,
    width: z.int().describe('displayed width in pixels'),
    height: z.int().describe('displayed height in pixels'),
    fps: z.number().describe('mean frames per second; 0 until known'),
    fileSize: z.int().describe('bytes'),
    streamUrl: z
      .string()
      .describe('URL of the uploaded file, valid for a limited time; empty until processed'),
    metadata: z.union([metadataDocument, z.object({}).strict()]).describe('{} until the video is processed'),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('why the file could not be used; only with the status `failed`'),
  })
  .meta({ id: 'Video', description: 'A video with its metadata.' });

export const uploadResult = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(VIDEO_STATUSES),
    uploadProgress: z.int().describe('percent'),
  })
  .meta({ id: 'UploadResult' });
