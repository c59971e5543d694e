import { createRequire } from 'node:module';
import validations from 'dynalite/validations/index.js';
import type { Action, Operation } from './operation.ts';
import { type ExpressionParser, keepParsed } from './parsed-expressions.ts';
import { STREAM_OPERATIONS } from './stream-operations.ts';
import { createdStream, updateTable } from './stream-specification.ts';

interface Checks {
  types: object;
  custom: unknown;
}
const NAMES = {
  writes: ['BatchWriteItem', 'DeleteItem', 'DeleteTable', 'PutItem', 'UpdateItem'],
  reads: ['BatchGetItem', 'DescribeTable', 'GetItem'],
  scans: ['ListTables', 'Query', 'Scan'],
};

const load = createRequire(import.meta.url);

for (const parser of ['conditionParser', 'projectionParser', 'updateParser']) {
  keepParsed(load(`dynalite/db/${parser}`) as ExpressionParser);
}

function operation(name: string, { isStep, writes }: Pick<Operation, 'isStep' | 'writes'>): Operation {
  const file = name.charAt(0).toLowerCase() + name.slice(1);
  const { types, custom } = load(`dynalite/validations/${file}`) as Checks;
  const run = load(`dynalite/actions/${file}`) as Action;
  return {
    isStep,
    writes,
    run,
    check(store, input) {
      const checked = validations.checkTypes(input, types);
      validations.checkValidations(checked, types, custom, store);
      return checked;
    },
  };
}

const createTable = operation('CreateTable', { isStep: true, writes: true });

/** Those of dynalite that are used, and what it lacks. */
const TABLE_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries([
    ...NAMES.writes.map((name) => [name, operation(name, { isStep: true, writes: true })]),
    ...NAMES.reads.map((name) => [name, operation(name, { isStep: true, writes: false })]),
    ...NAMES.scans.map((name) => [name, operation(name, { isStep: false, writes: false })]),
  ]),
  CreateTable: {
    ...createTable,
    // dynalite describes the table by this very object from then on, and strikes off what it does not know.
    check: (store, input) => ({ ...createdStream(store, input), ...createTable.check(store, input) }),
  },
  UpdateTable: updateTable,
};

const targets = (service: string, operations: Readonly<Record<string, Operation>>) =>
  Object.entries(operations).map(([name, one]) => [`${service}_20120810.${name}`, one] as const);

/** By the targets that requests name. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ...targets('DynamoDB', TABLE_OPERATIONS),
  ...targets('DynamoDBStreams', STREAM_OPERATIONS),
]);
