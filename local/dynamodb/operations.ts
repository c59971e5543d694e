import { createRequire } from 'node:module';
import validations from 'dynalite/validations/index.js';
import type { dynaliteStore } from './dynalite-store.ts';
import { type ExpressionParser, keepParsed } from './parsed-expressions.ts';

type Store = ReturnType<typeof dynaliteStore>;

/** An error that is sent as the answer. */
interface DynamoDbError extends Error {
  readonly statusCode: number;
  readonly body: object;
}

export const isDynamoDbError = (error: unknown): error is DynamoDbError =>
  error instanceof Error && 'statusCode' in error && 'body' in error;

interface Checks {
  types: object;
  custom: unknown;
}
type Action = (store: Store, input: object, done: (error: Error | null, output?: object) => void) => void;

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

const NAMES = {
  writes: ['BatchWriteItem', 'CreateTable', 'DeleteItem', 'DeleteTable', 'PutItem', 'UpdateItem'],
  reads: ['BatchGetItem', 'DescribeTable', 'GetItem'],
  scans: ['ListTables', 'Query', 'Scan'],
};

const load = createRequire(import.meta.url);

for (const parser of ['conditionParser', 'projectionParser', 'updateParser']) {
  keepParsed(load(`dynalite/db/${parser}`) as ExpressionParser);
}

function operation(
  name: string,
  { isStep, writes }: Pick<Operation, 'isStep' | 'writes'>,
): [string, Operation] {
  const file = name.charAt(0).toLowerCase() + name.slice(1);
  const { types, custom } = load(`dynalite/validations/${file}`) as Checks;
  const run = load(`dynalite/actions/${file}`) as Action;
  return [
    name,
    {
      isStep,
      writes,
      run,
      check(store, input) {
        const checked = validations.checkTypes(input, types);
        validations.checkValidations(checked, types, custom, store);
        return checked;
      },
    },
  ];
}

/** The operations of dynalite that are used, by their names in the protocol. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ...NAMES.writes.map((name) => operation(name, { isStep: true, writes: true })),
  ...NAMES.reads.map((name) => operation(name, { isStep: true, writes: false })),
  ...NAMES.scans.map((name) => operation(name, { isStep: false, writes: false })),
]);
