import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { createSurface } from '../../shared/contract/routes/objects.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { validate } from '../../shared/http/validation.ts';

function refusalOf(schema: z.ZodType, input: unknown): ApiError {
  try {
    validate(schema, input, 'body');
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(input)} is valid`);
}

const corner = { x: 0, y: 0 };
const surface = { name: 'Wall', frame: 1, corners: [corner, corner, corner, corner] };
const refusedSurface = (member: object): string =>
  refusalOf(createSurface.body.schema, { ...surface, ...member }).message;

describe('faults of a request are described in plain words:', () => {
  test.each([
    [{ frame: 1.5 }, 'frame must be a whole number.'],
    [{ frame: '1' }, 'frame must be a whole number.'],
    [{ frame: null }, 'frame must be a whole number.'],
    [{ frame: -1 }, 'frame must be at least 0 and at most 1000000000.'],
    [{ corners: [corner, corner, corner] }, 'corners must have exactly 4 items.'],
    [{ corners: 'x' }, 'corners must be a list.'],
    [{ corners: [corner, corner, corner, 5] }, 'corners.3 must be an object.'],
    [{ name: 5 }, 'name must be a string.'],
    [{ name: '' }, 'name must have at least 1 and at most 255 characters.'],
    [{ name: '\n' }, 'name must be one line of text that can be seen, without control characters.'],
  ])('%j', (member, message) => {
    expect(refusedSurface(member)).toBe(message);
  });

  test.each([
    [z.number(), 'x', 'body must be a number.'],
    [z.boolean(), 'yes', 'body must be true or false.'],
    [z.record(z.string(), z.unknown()), [], 'body must be an object.'],
    [z.enum(['a', 'b']), 'c', 'body must be one of a, b.'],
    [z.literal(true), false, 'body must be true.'],
    [z.array(z.number()).length(1), [], 'body must have exactly 1 item.'],
    [z.array(z.number()).max(1), [1, 2], 'body must have at most 1 item.'],
    [z.string().regex(/^a$/), 'b', 'body is invalid.'],
    [z.iso.datetime(), 'x', 'body must be a time of RFC 3339, such as 2026-11-28T09:30:00Z.'],
    [z.date(), 'b', 'body must be of type date.'],
  ])('of schema %#', (schema, input, message) => {
    expect(refusalOf(schema, input).message).toBe(message);
  });

  test('no end of a range that nobody chose, though the details hold it', () => {
    const { message, details } = refusalOf(z.object({ count: z.int().min(2) }), { count: 1 });
    expect(message).toBe('count must be at least 2.');
    expect(details).toEqual({ min: 2, max: Number.MAX_SAFE_INTEGER, provided: 1 });
  });

  test('no member of any body with words of the library that checks it', () => {
    const seen: string[] = [];
    for (const { body } of Object.values(ROUTES)) {
      const schema = body?.kind === 'json' ? body.schema : undefined;
      if (!(schema instanceof z.ZodObject)) continue;
      for (const [member, ofMember] of Object.entries(schema.shape)) {
        for (const value of [5, 1.5, 'x', '', true, null, [], [5], [{}], {}]) {
          const { success, error } = z
            .object({ [member]: ofMember as z.ZodType })
            .safeParse({ [member]: value });
          if (success) continue;
          const { message } = refusalOf(z.object({ [member]: ofMember as z.ZodType }), { [member]: value });
          expect(message).toMatch(/^[\w.]+ (must be|must have|is required|is unknown)\b/);
          for (const { message: raw } of error.issues) {
            if (!raw.startsWith('must ')) expect(message).not.toContain(raw);
          }
          seen.push(message);
        }
      }
    }
    expect(seen.length).toBeGreaterThan(50);
  });
});
