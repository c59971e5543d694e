import type * as z from 'zod';
import type { dynaliteStore } from './dynalite-store.ts';
import { dynamoDbError } from './errors.ts';

export type Store = ReturnType<typeof dynaliteStore>;

export type Action = (
  store: Store,
  input: object,
  done: (error: Error | null, output?: object) => void,
) => void;

export interface Operation {
  /** Whether it runs to its end synchronously, and whether it writes then. */
  readonly isStep: boolean;
  readonly writes: boolean;
  /**
   * @returns the input in the operation's form
   * @throws DynamoDbError
   */
  check(store: Store, input: object): object;
  run: Action;
}

/** @throws DynamoDbError */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  throw dynamoDbError('ValidationException', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** An operation that dynalite does not have. */
export const step = <Schema extends z.ZodType<object>>(
  schema: Schema,
  run: (store: Store, input: z.output<Schema>) => object,
  { writes }: Pick<Operation, 'writes'> = { writes: false },
): Operation => ({
  isStep: true,
  writes,
  check: (_, input) => parseInput(schema, input),
  run(store, input, done) {
    done(null, run(store, input as z.output<Schema>));
  },
});
