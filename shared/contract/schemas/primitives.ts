import * as z from 'zod';
import { LIMITS } from '../limits.ts';

export const timestamp = z.iso.datetime().describe('ISO 8601 UTC');

/**
 * Controls, line separators, and what overrides the direction of a text: no part of a name. The marks and joiners of scripts
 * and emoji are.
 */
const UNNAMEABLE = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`;
/** Of these alone nothing can be seen: spaces, what Unicode calls default ignorable, and the Braille pattern without dots. */
const INVISIBLE = String.raw`\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8`;

/** What one line can show as it is. Without flags, since patterns in JSON Schema have none. */
const NAME = new RegExp(`^[^${UNNAMEABLE}]*[^${UNNAMEABLE}${INVISIBLE}][^${UNNAMEABLE}]*$`);

/** What a text must be that {@link isNameable} refuses: completes "<field> …". */
export const NAME_RULE = 'must be one line of text that can be seen, without control characters';

export const isNameable = (text: string): boolean => NAME.test(text);

/** What a user calls something: a video, an object, a surface, a plugin, a key. */
export const displayName = z
  .string()
  .min(1)
  .max(LIMITS.nameLength)
  .regex(NAME, NAME_RULE)
  // DynamoDB takes no half of a surrogate pair.
  .refine((name) => name.isWellFormed(), 'must be well-formed Unicode');

/** The name of what comes from a file: the file's, without what no name may hold. */
export const nameOfFile = (fileName: string): string => {
  const nameable = fileName
    .replaceAll(new RegExp(`[${UNNAMEABLE}]`, 'g'), '')
    .replaceAll(/\p{Surrogate}/gu, '');
  // By code points, as the limit counts, so that no surrogate pair is halved.
  const name = Array.from(nameable).slice(0, LIMITS.nameLength).join('');
  return isNameable(name) ? name : 'Untitled';
};

/** An integer in a query string, where every value arrives as text. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    // However many digits it has: a number that is none of JSON's is out of every range all the same.
    .transform((digits) => Math.min(Math.max(Number(digits), -Number.MAX_VALUE), Number.MAX_VALUE))
    .pipe(z.number().int().min(min).max(max));

/** A decimal number in a query string. */
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,40}(?:\.\d{1,40})?$/, 'must be a decimal number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** A boolean in a query string. */
export const queryBoolean = () =>
  z
    .string()
    .regex(/^(?:true|false)$/, 'must be true or false')
    .transform((text) => text === 'true')
    .pipe(z.boolean());

/** A parameter of a query that may be given several times. */
export const repeatable = <Value extends z.ZodType>(value: Value) =>
  z.array(value).min(1).max(LIMITS.parameterValues).optional();

/** Whether a parameter of a query may be given several times. */
export const isRepeatable = (query: z.ZodType, name: string): boolean => {
  const parameter = query instanceof z.ZodObject ? query.shape[name] : undefined;
  return parameter instanceof z.ZodOptional && parameter.unwrap() instanceof z.ZodArray;
};

/** Names with commas between them, each once. */
export const nameList = z
  .string()
  .regex(/^[^,]+(?:,[^,]+)*$/, 'must be names with commas between them')
  .refine(
    (names) => new Set(names.split(',')).size === names.split(',').length,
    'must not name anything twice',
  );

/** The names of orders: by a member, and with `-` before it from the highest value. */
export const ordersBy = <Member extends string>(
  members: readonly Member[],
): readonly (Member | `-${Member}`)[] => members.flatMap((member) => [member, `-${member}` as const]);

/** A place in a list, as an answer has named it. */
export const cursorParameter = z.string().min(1).max(LIMITS.cursorLength).optional();

/** A boolean in a form, where every value arrives as text; empty for a field that was left blank. */
export const formBoolean = z
  .string()
  // Spelled out, since patterns in JSON Schema have no flags.
  .regex(/^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])?$/, 'must be true, false, 1 or 0')
  .optional()
  .transform((text = '') => text === '1' || text.toLowerCase() === 'true')
  .pipe(z.boolean())
  .describe('`true` or `false`, in any case, `1` or `0`; false by default');

/** The largest integer a version or page number may take. */
export const MAX_COUNTER = 1_000_000_000;

/** @param more what else is to be said of it */
export const framesPerSecond = (more = '') =>
  z
    .number()
    .describe(
      'frames per second: one over the step where all frames are equally far apart, to within one tick of the file, but for a ' +
        `few that are missing; else the mean${more}`,
    );

/** The size of a video's pictures, as players show them. */
export const displayedSize = {
  width: z.int().describe('displayed width in pixels'),
  height: z.int().describe('displayed height in pixels'),
};

/** A position, in fractions of what contains it. */
export const point = z.looseObject({ x: z.number(), y: z.number() }).meta({ id: 'Point' });

/** A version of a metadata document: in answers of the same type as where a write names the one it is based on. */
export const versionNumber = z.int().min(1).max(MAX_COUNTER);

/** A frame of a video. @param about its role for an object or a job */
export const frame = (about: string) => z.int().describe(`${about}: its rank in presentation order, from 0`);

/** Why something could not be done, for people and, by its code, for programs. */
export const failure = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Failure' });

/** The answer to a request that has no other result. */
export const success = z.object({ success: z.boolean() }).meta({ id: 'Success' });
