import * as z from 'zod';
import { MAX_COUNTER, queryInteger } from './primitives.ts';

/** No parameters at all. */
export const none = z.strictObject({});

const aboutVideo = z.string().describe("the video's id");

export const videoId = z.object({ id: aboutVideo });
/** The same, as the `/api/v1` group names it. */
export const projectId = z.object({ videoId: aboutVideo });
export const objectId = z.object({
  id: aboutVideo,
  objectId: z.string().describe("the tracked object's id"),
});

export const baseVersion = z.strictObject({
  baseVersion: queryInteger(1, MAX_COUNTER)
    .optional()
    .describe('the version the write is based on, as `If-Match`'),
});
