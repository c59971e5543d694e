import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { generatedAs } from './described-as.ts';
import { metadataDocument } from './metadata.ts';
import {
  cursorParameter,
  displayedSize,
  displayName,
  failure,
  framesPerSecond,
  ordersBy,
  repeatable,
  timestamp,
} from './primitives.ts';

export const VIDEO_STATUSES = ['uploading', 'processing', 'processed', 'failed'] as const;

const common = {
  id: z.string(),
  name: z.string(),
  status: z.enum(VIDEO_STATUSES),
  duration: z
    .number()
    .describe('seconds from the beginning of the video, whenever that is, to its end; 0 until known'),
  thumbnail: z.string().describe('URL; empty until known'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const videoListEntry = z
  .object(common)
  .meta({ id: 'VideoListEntry', description: 'A video in a list.' });

export const VIDEO_SORT_MEMBERS = ['createdAt', 'updatedAt', 'name', 'duration'] as const;

type VideoSortMember = (typeof VIDEO_SORT_MEMBERS)[number];
export type VideoSort = VideoSortMember | `-${VideoSortMember}`;

export const NEWEST_FIRST: VideoSort = '-createdAt';

export const VIDEO_SORTS: readonly VideoSort[] = ordersBy(VIDEO_SORT_MEMBERS);

/** Times are compared as texts: those of videos have milliseconds. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(z.iso.datetime());

export const nameFilter = z
  .string()
  .min(1)
  .max(LIMITS.nameLength)
  .optional()
  .describe('part of the name, in upper or lower case and any Unicode form');

/** Which videos of an account are listed, and how. */
export const videoFilter = {
  name: nameFilter,
  status: repeatable(z.enum(VIDEO_STATUSES)),
  label: repeatable(z.string().min(1)).describe(
    `a class that an object of the newest version was detected as, exactly; of a video with more than ${LIMITS.videoLabels} of ` +
      'them the first ones in the order of their characters',
  ),
  createdFrom: moment.optional().describe('RFC 3339: those created then or later'),
  createdBefore: moment.optional().describe('RFC 3339: those created earlier'),
  updatedFrom: moment.optional().describe('RFC 3339: those changed then or later'),
  updatedBefore: moment.optional().describe('RFC 3339: those last changed earlier'),
  sort: z
    .enum(VIDEO_SORTS)
    .default(NEWEST_FIRST)
    .describe('the highest first with `-`; names as they are compared by `name`'),
  cursor: cursorParameter.describe(
    '`nextCursor` of the page before, in place of `page`, with the same filters and order',
  ),
};

export const renamedVideo = videoListEntry
  .pick({ id: true, name: true, updatedAt: true })
  .meta({ id: 'RenamedVideo', description: 'A video with its new name.' });

export const videoPatch = z.strictObject({ name: displayName }).meta({ id: 'VideoPatch' });

export const restore = z
  .object({
    status: z.enum(['restored', 'ignored']),
    reason: z.string().optional().describe('why it was ignored'),
  })
  .meta({
    id: 'Restore',
    description: 'The outcome of restoring the metadata document embedded in the uploaded file.',
  });

export const videoDetail = z
  .object({
    ...common,
    ...displayedSize,
    fps: framesPerSecond('; 0 until known'),
    fileSize: z.int().describe('bytes'),
    startTime: z
      .number()
      .optional()
      .describe(
        'seconds at which the first frame is shown, on the clock of the `time` of keyframes and of players: of a live ' +
          'recording often its time of day; absent where it is 0, and until the video is processed',
      ),
    undecodableFrames: z
      .int()
      .optional()
      .describe(
        'pictures that no decoder can show, known before any job: those at the start of a file that was cut between key ' +
          'frames, which are not among the frames of the video and have no number, and frames whose data is not in ' +
          'the file or in a codec that is not supported, which keep theirs; absent until it is processed',
      ),
    streamUrl: z
      .string()
      .describe('URL of the uploaded file, valid for a limited time; empty until processed'),
    metadata: generatedAs(
      z.union([metadataDocument, z.object({}).strict()]).describe('{} until the video is processed'),
      metadataDocument.partial().meta({
        id: 'VideoMetadata',
        description: 'The metadata document of a video; without members until the video is processed.',
      }),
    ),
    failure: failure.optional().describe('why the file could not be used; only with the status `failed`'),
    restore: restore.optional().describe('only when the uploaded file had an embedded metadata document'),
  })
  .meta({ id: 'Video', description: 'A video with its metadata.' });

/** A file announced in advance; the client then sends its parts straight to S3. */
export const uploadAnnouncement = z
  .strictObject({
    fileName: z.string().min(1).max(LIMITS.nameLength),
    fileSize: z.int().min(1).max(LIMITS.directUploadBytes).describe('bytes'),
    name: displayName.optional(),
    autoProcess: z.boolean().default(false),
  })
  .meta({
    id: 'UploadAnnouncement',
    description: 'A file whose parts will be sent to the URLs of the answer.',
  });

const partNumber = z.int().min(1).max(LIMITS.uploadParts);

const partUrl = z
  .object({
    number: partNumber,
    url: z.string().describe('accepts the part by PUT, with exactly its length'),
  })
  .meta({ id: 'PartUrl' });

const partSize = z.int().describe('bytes of every part except the last, which may be smaller');
const urlsEnd = z.string().describe('ISO 8601 UTC: when the URLs expire; empty without URLs');

export const uploadResult = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(VIDEO_STATUSES),
    uploadProgress: z.int().describe('percent'),
    upload: z
      .object({ partSize, parts: z.array(partUrl), expiresAt: urlsEnd })
      .meta({ id: 'UploadUrls' })
      .optional()
      .describe('the URLs for the parts of an announced file'),
  })
  .meta({ id: 'UploadResult' });

export const uploadState = z
  .object({
    status: z.enum(VIDEO_STATUSES),
    partSize,
    parts: z
      .array(
        z
          .object({ number: partNumber, size: z.int().describe('bytes'), etag: z.string() })
          .meta({ id: 'ArrivedPart' }),
      )
      .describe('parts that have arrived'),
    remaining: z.array(partUrl).describe('parts that have not arrived'),
    expiresAt: urlsEnd,
  })
  .meta({ id: 'UploadState', description: 'The progress of a direct upload.' });

export const uploadCompletion = z
  .strictObject({
    parts: z
      .array(
        z
          .strictObject({ number: partNumber, etag: z.string().min(1).max(LIMITS.etagLength) })
          .meta({ id: 'SentPart' }),
      )
      .min(1)
      .max(LIMITS.uploadParts),
    crc64nvme: z
      .string()
      .regex(/^[A-Za-z0-9+/]{11}=$/, 'must be the base64 of 8 bytes')
      .optional()
      .describe('CRC-64/NVME of the whole file, base64 of its big-endian bytes'),
  })
  .meta({ id: 'UploadCompletion' });
