import * as z from 'zod';
import type { ErrorBody, ErrorCode } from '../errors.ts';

/** The body of error answers that have these codes. */
export const errorBody = (codes: readonly ErrorCode[]) =>
  z
    .object({
      error: z
        .object({
          code: z.enum(codes),
          message: z.string().describe('for people; may change'),
          field: z.string().optional().describe('the offending parameter'),
          details: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('depends on the code; for a range `min`, `max` and `provided`'),
        })
        .meta({ id: 'ErrorDetail' }),
    })
    .meta({
      id: 'ErrorResponse',
      description: 'The body of every error answer.',
    }) satisfies z.ZodType<ErrorBody>;
