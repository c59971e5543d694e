import * as z from 'zod';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../errors.ts';

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe('for people; may change'),
      field: z.string().optional().describe('the offending parameter'),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('depends on the code; for a range `min`, `max` and `provided`'),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error answer.' }) satisfies z.ZodType<ErrorBody>;
