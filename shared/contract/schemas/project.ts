import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { jsonPatch } from './json-patch.ts';
import { displayedSize, framesPerSecond, timestamp, versionNumber } from './primitives.ts';

export const projectListEntry = z
  .object({
    videoId: z.string(),
    title: z.string(),
    revision: versionNumber.describe('version of the metadata; may trail by about a second'),
    updatedAt: timestamp,
  })
  .meta({ id: 'ProjectListEntry' });

export const projectSummary = z
  .object({
    videoId: z.string(),
    title: z.string(),
    revision: versionNumber.describe('version of the metadata'),
    video: z
      .object({
        title: z.string(),
        fps: framesPerSecond(),
        ...displayedSize,
        duration: z
          .number()
          .describe('seconds from the beginning of the video, whenever that is, to its end'),
      })
      .meta({ id: 'ProjectVideo' }),
    summary: z
      .object({ overlays: z.int(), variables: z.int(), rules: z.int() })
      .meta({ id: 'ItemCounts', description: 'item counts' }),
  })
  .meta({ id: 'ProjectSummary' });

export const changeRequest = z
  .strictObject({
    baseRevision: versionNumber.describe('the revision that the changes are based on'),
    description: z.string().max(LIMITS.descriptionLength).optional().describe('for the history of versions'),
    changes: jsonPatch.min(1),
  })
  .meta({ id: 'ChangeRequest' });
