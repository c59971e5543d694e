import * as z from 'zod';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';

/** Members that several tools take. Plain types: agents read them as JSON Schema. */
const id = z.string().regex(/^[!-~]{1,255}$/, 'must be an id as answers have it');
export const videoId = id.describe('id of the video');
export const objectId = id.describe('id of the object');
export const counter = (least: number) => z.int().min(least).max(MAX_COUNTER);
export const olderVersion = counter(1)
  .optional()
  .describe('version of the metadata to read; the newest by default');
export const baseVersion = counter(1).describe(
  'the version that this is based on, as read before; refused with VERSION_CONFLICT where it is not the newest',
);
export const cursor = z
  .string()
  .optional()
  .describe('nextCursor of the page before, with the same filters and order');
export const limit = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe('the most entries to answer');

const frame = counter(0).optional().describe('the frame: its rank in presentation order, from 0');
const time = z.number().optional().describe('in place of the frame: seconds, on the clock of players');

/** A frame by its number or by a time. */
export const moment = { frame, time };

/** @throws where it is named by none or by both */
export const requireMoment = ({ value, issues }: z.core.ParsePayload<Moment>): void => {
  if ((value.frame === undefined) !== (value.time === undefined)) return;
  issues.push({ code: 'custom', input: value, path: ['frame'], message: 'give frame or time, one of both' });
};

export interface Moment {
  readonly frame?: number | undefined;
  readonly time?: number | undefined;
}
