import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { metadataDocument } from './metadata.ts';
import { displayName, timestamp } from './primitives.ts';

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

export const restore = z
  .object({
    status: z.enum(['restored', 'ignored']),
    reason: z.string().optional().describe('why it was ignored'),
  })
  .meta({
    id: 'Restore',
    description: 'What became of the metadata document that the uploaded file carried.',
  });

export const videoDetail = z
  .object({
    ...common,
    width: z.int().describe('displayed width in pixels'),
    height: z.int().describe('displayed height in pixels'),
    fps: z
      .number()
      .describe(
        'frames per second: one over the step where all frames are equally far apart, to within one tick of the file; else the mean; 0 until known',
      ),
    fileSize: z.int().describe('bytes'),
    streamUrl: z
      .string()
      .describe('URL of the uploaded file, valid for a limited time; empty until processed'),
    metadata: z.union([metadataDocument, z.object({}).strict()]).describe('{} until the video is processed'),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('why the file could not be used; only with the status `failed`'),
    restore: restore.optional().describe('only where the uploaded file carried a metadata document'),
  })
  .meta({ id: 'Video', description: 'A video with its metadata.' });

/** A file announced in advance: its parts then go straight to the store. */
export const uploadAnnouncement = z
  .strictObject({
    fileName: z.string().min(1).max(LIMITS.nameLength),
    fileSize: z.int().min(1).max(LIMITS.directUploadBytes).describe('bytes'),
    name: displayName.optional(),
    autoProcess: z.boolean().default(false),
  })
  .meta({ id: 'UploadAnnouncement', description: 'A file whose parts will go straight to the store.' });

const partNumber = z.int().min(1).max(LIMITS.uploadParts);

const partUrl = z
  .object({
    number: partNumber,
    url: z.string().describe('takes the part by PUT, with exactly its length'),
  })
  .meta({ id: 'PartUrl' });

const partSize = z.int().describe('bytes of every part but the last, which has the rest');
const urlsEnd = z.string().describe('ISO 8601 UTC: when the URLs end; empty without URLs');

export const uploadResult = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(VIDEO_STATUSES),
    uploadProgress: z.int().describe('percent'),
    upload: z
      .object({ partSize, parts: z.array(partUrl), expiresAt: urlsEnd })
      .optional()
      .describe('where the parts of an announced file go'),
  })
  .meta({ id: 'UploadResult' });

export const uploadState = z
  .object({
    status: z.enum(VIDEO_STATUSES),
    partSize,
    parts: z
      .array(z.object({ number: partNumber, size: z.int().describe('bytes'), etag: z.string() }))
      .describe('those that have arrived'),
    remaining: z.array(partUrl).describe('those that have not'),
    expiresAt: urlsEnd,
  })
  .meta({ id: 'UploadState', description: 'What of a direct upload has arrived.' });

export const uploadCompletion = z
  .strictObject({
    parts: z
      .array(z.strictObject({ number: partNumber, etag: z.string().min(1).max(LIMITS.etagLength) }))
      .min(1)
      .max(LIMITS.uploadParts),
    crc64nvme: z
      .string()
      .regex(/^[A-Za-z0-9+/]{11}=$/, 'must be the base64 of 8 bytes')
      .optional()
      .describe('CRC-64/NVME of the whole file, base64 of its big-endian bytes'),
  })
  .meta({ id: 'UploadCompletion' });
