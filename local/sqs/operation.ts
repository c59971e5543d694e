import type { z } from 'zod';
import { parseInput } from './input.ts';
import type { SqsService } from './service.ts';

/** Runs one operation on its parsed JSON input. `signal` aborts when the client disconnects or the server closes. */
export type Operation = (
  service: SqsService,
  input: unknown,
  signal: AbortSignal,
) => object | Promise<object>;

/** An operation whose input is checked against `schema` first. */
export const operation =
  <T>(
    schema: z.ZodType<T>,
    run: (service: SqsService, input: T, signal: AbortSignal) => object | Promise<object>,
  ): Operation =>
  (service, input, signal) =>
    run(service, parseInput(schema, input), signal);
