import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { trackedObject } from './object.ts';
import {
  cursorParameter,
  MAX_COUNTER,
  nameList,
  ordersBy,
  queryBoolean,
  queryInteger,
  queryNumber,
  repeatable,
} from './primitives.ts';

const { min, max } = LIMITS.confidence;

/** What can be asked of an object itself. */
export const objectFilter = {
  label: repeatable(z.string().min(1)).describe('the detected class, exactly'),
  userLabel: repeatable(z.string().min(1)).describe(
    'part of the name that a user gave, in upper or lower case and any Unicode form',
  ),
  kind: repeatable(z.enum(['box', 'surface'])),
  minConfidence: queryNumber(min, max).optional(),
  maxConfidence: queryNumber(min, max).optional(),
  customData: repeatable(z.string().regex(/^[^=]+(?:=.*)?$/s, 'must be name=value, or a name')).describe(
    '`name=value`: a member of `customData`, a text as it is, another value as JSON; `name`: any value',
  ),
};

const DECIMAL = String.raw`\d{1,40}(?:\.\d{1,40})?`;
const REGION = new RegExp(`^-?${DECIMAL},-?${DECIMAL},${DECIMAL},${DECIMAL}$`);

/** A part of the frame, as text; `regionOf` reads it. */
export const region = z
  .string()
  .regex(REGION, 'must be x,y,width,height: decimal numbers, the last two not below 0')
  .optional()
  .describe(
    '`x,y,width,height` in fractions of the displayed frame: only objects that touch this part of it, surfaces with the box ' +
      'around their corners',
  );

export function regionOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number);
  return { x, y, width, height };
}

/** Far beyond any clock; of either sign, since the first frame may be shown before 0. */
const MOST_SECONDS = 1e12;

export const seconds = () => queryNumber(-MOST_SECONDS, MOST_SECONDS);

const SORT_MEMBERS = ['firstFrame', 'lastFrame', 'frameCount', 'confidence', 'label', 'id'] as const;

type SortMember = (typeof SORT_MEMBERS)[number];
export type ObjectSort = SortMember | `-${SortMember}`;

export const DEFAULT_OBJECT_SORT: ObjectSort = 'firstFrame';

export const OBJECT_SORTS: readonly ObjectSort[] = ordersBy(SORT_MEMBERS);

/** Which version of the metadata is read. */
export const olderVersion = queryInteger(1, MAX_COUNTER)
  .optional()
  .describe('the version of the metadata to read; the newest by default');

const listing = {
  ...objectFilter,
  fromFrame: queryInteger(0, MAX_COUNTER)
    .optional()
    .describe('with `toFrame`, both included: only objects that are seen in a frame of this range'),
  toFrame: queryInteger(0, MAX_COUNTER).optional(),
  fromTime: seconds()
    .optional()
    .describe('the same as a time in seconds, on the clock of keyframes: the frame that is shown then'),
  toTime: seconds().optional(),
  region,
  hidden: queryBoolean()
    .optional()
    .describe(
      '`true`: hidden, between its first and its last frame, in a frame of the range or, without one, anywhere; `false`: in none',
    ),
  sort: z
    .enum(OBJECT_SORTS)
    .default(DEFAULT_OBJECT_SORT)
    .describe('the highest first with `-`; the same values by id'),
  limit: queryInteger(1, LIMITS.listedEntries)
    .optional()
    .describe('the most objects to return; all by default'),
  cursor: cursorParameter.describe(
    '`nextCursor` of the page before, with the same filters and order; of the same version as that page',
  ),
  version: olderVersion,
};

const MEMBERS = Object.keys(trackedObject.shape);

const fields = nameList
  .refine(
    (names) => names.split(',').every((name) => MEMBERS.includes(name)),
    `must be among ${MEMBERS.join(', ')}`,
  )
  .optional()
  .describe('the only members of objects to be sent besides `id`, with commas between their names');

type Bounds = {
  [Name in 'fromFrame' | 'toFrame' | 'fromTime' | 'toTime' | 'minConfidence' | 'maxConfidence']?:
    | number
    | undefined;
};

const RANGES = [
  ['fromFrame', 'toFrame'],
  ['fromTime', 'toTime'],
  ['minConfidence', 'maxConfidence'],
] as const;

function checkRanges({
  value,
  issues,
}: z.core.ParsePayload<Bounds & { cursor?: string | undefined; version?: number | undefined }>): void {
  const refuse = (name: string, message: string): void =>
    void issues.push({ code: 'custom', input: value, path: [name], message });
  for (const [least, most] of RANGES) {
    const [from, to] = [value[least], value[most]];
    if (from !== undefined && to !== undefined && from > to) refuse(most, `must not be less than ${least}`);
  }
  const isByFrame = value.fromFrame !== undefined || value.toFrame !== undefined;
  if (isByFrame && value.fromTime !== undefined) refuse('fromTime', 'must not be given with frames');
  if (isByFrame && value.toTime !== undefined) refuse('toTime', 'must not be given with frames');
  if (value.cursor !== undefined && value.version !== undefined)
    refuse('version', 'must not be given with cursor, which names it');
}

export const objectListing = z.strictObject({ ...listing, fields }).check(checkRanges);
/** The type that generators give an answer does not follow the query. */
export const plainObjectListing = z.strictObject(listing);

export type ObjectListing = z.output<typeof objectListing>;

const FRAMES = new RegExp(String.raw`^\d{1,10}(?:,\d{1,10}){0,${LIMITS.askedFrames - 1}}$`);

const track = {
  fromFrame: queryInteger(0, MAX_COUNTER)
    .optional()
    .describe('with `toFrame`: only the keyframes that say where the object is in these frames'),
  toFrame: queryInteger(0, MAX_COUNTER).optional(),
  frames: z
    .string()
    .regex(FRAMES, `must be at most ${LIMITS.askedFrames} frames with commas between them`)
    .optional()
    .describe('frames with commas between them: `positions` in these in place of the `track`'),
  version: olderVersion,
};

export const trackSelection = z.strictObject(track).check(({ value, issues }) => {
  const { fromFrame, toFrame, frames } = value;
  const refuse = (name: string, message: string): void =>
    void issues.push({ code: 'custom', input: value, path: [name], message });
  if (frames !== undefined && (fromFrame ?? toFrame) !== undefined)
    refuse('frames', 'must not be given with fromFrame or toFrame');
  if (fromFrame !== undefined && toFrame !== undefined && fromFrame > toFrame)
    refuse('toFrame', 'must not be less than fromFrame');
});

export type TrackSelection = z.output<typeof trackSelection>;

/** What is asked of the objects in one frame. */
export const frameListing = z.strictObject({ ...objectFilter, region, version: olderVersion });

export type FrameListing = z.output<typeof frameListing>;
