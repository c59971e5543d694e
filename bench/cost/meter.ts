import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { loadFunction } from '../../local/functions/function-modules.ts';
import type { LambdaHandler } from '../../local/gateway/invoke.ts';
import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import type { TableSpec } from '../../shared/contract/resources.ts';
import { createDynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { isConditionFailure } from '../../shared/stores/dynamodb/write.ts';
import { type Interceptor, interceptCalls, type StoreCall } from '../../test/support/store-calls.ts';
import { indexWriteUnits, type StoredItem } from './index-writes.ts';
import { type KeyUse, readUse, type TableCall, tableOf, writeUse } from './key-use.ts';
import { noUse, type Use } from './use.ts';

/** Use of a request: what stands before its function, and that itself. */
export interface MeteredUse {
  authorizer: Use;
  function: Use;
  /** Of both. */
  keys: KeyUse[];
}

/** Which of both the current code runs in; outside of them it is a function that a queue feeds. */
const running = new AsyncLocalStorage<'authorizer' | 'function'>();

const isAuthorizer = (key: string): boolean =>
  Object.values(AUTHORIZERS).some((authorizer) => authorizer.key === key);

/** The handler of a function, whose usage is counted separately. */
export async function loadMetered(key: string): Promise<LambdaHandler> {
  const handler = await loadFunction(key);
  const part = isAuthorizer(key) ? 'authorizer' : 'function';
  return (...given) => running.run(part, () => handler(...given));
}

interface Meter {
  /** The use of the stores by some work of this process; one piece of work at a time. */
  of(work: () => Promise<unknown>): Promise<MeteredUse>;
  /** Counts what the function sleeps. */
  sleep(milliseconds: number): void;
}

/** S3's price classes; it does not charge for deletions and aborts. */
const S3_KINDS: Readonly<Record<string, 's3Writes' | 's3Reads' | 's3Deletes'>> = {
  PutObjectCommand: 's3Writes',
  CopyObjectCommand: 's3Writes',
  CreateMultipartUploadCommand: 's3Writes',
  UploadPartCommand: 's3Writes',
  UploadPartCopyCommand: 's3Writes',
  CompleteMultipartUploadCommand: 's3Writes',
  ListObjectsV2Command: 's3Writes',
  ListPartsCommand: 's3Writes',
  ListMultipartUploadsCommand: 's3Writes',
  GetObjectCommand: 's3Reads',
  HeadObjectCommand: 's3Reads',
  DeleteObjectCommand: 's3Deletes',
  DeleteObjectsCommand: 's3Deletes',
  AbortMultipartUploadCommand: 's3Deletes',
};

/** Calls that make an object, or remove one. */
const S3_CHANGES: readonly string[] = [
  'PutObjectCommand',
  'CopyObjectCommand',
  'CompleteMultipartUploadCommand',
  'DeleteObjectCommand',
];

function countS3(use: Use, { command, input }: StoreCall): void {
  const kind = S3_KINDS[command];
  if (kind === undefined) throw new Error(`The price class of ${command} is not known`);
  use[kind]++;
  if (S3_CHANGES.includes(command)) use.s3Events++;
  const { Delete } = input as { Delete?: { Objects: unknown[] } };
  use.s3Events += Delete?.Objects.length ?? 0;
}

const WRITES = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']);

interface ConsumedCapacity {
  CapacityUnits?: number;
}

/** Intercepts all calls of this process to DynamoDB, S3 and SQS. */
export function meterStores(): Meter {
  const nothing = (): MeteredUse => ({ authorizer: noUse(), function: noUse(), keys: [] });
  let metered = nothing();
  const own = (): Use => metered[running.getStore() ?? 'function'];
  // Reads items without being metered.
  const onlooker = DynamoDBDocumentClient.from(createDynamoDb());

  const itemOf = async (
    { TableName, Key, Item }: TableCall,
    { partitionKey, sortKey }: TableSpec,
  ): Promise<StoredItem | undefined> => {
    const names = [partitionKey, ...(sortKey ? [sortKey] : [])].map(({ name }) => name);
    const key = Object.fromEntries(names.map((name) => [name, (Key ?? Item)?.[name]])) as StoredItem;
    return (await onlooker.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }))).Item;
  };

  const meterTable: Interceptor<StoreCall> = async ({ command, input }, proceed) => {
    const { spec } = tableOf(input);
    const use = own();
    const writes = WRITES.has(command);
    const before = writes ? await itemOf(input, spec) : undefined;
    const noteWrite = (units: number, after: StoredItem | undefined): void => {
      use.writeUnits += units + indexWriteUnits(spec, before, after);
      metered.keys.push(...writeUse(input, units, before, after));
    };
    use.dynamodbCalls++;
    const reply = await proceed({ ...input, ReturnConsumedCapacity: 'TOTAL' }).catch((error: unknown) => {
      // AWS charges for a write that its condition refuses; the items in question have at most 1 KB.
      if (isConditionFailure(error)) noteWrite(1, before);
      throw error;
    });
    const { ConsumedCapacity = [] } = reply.output as {
      ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
    };
    const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    if (writes) noteWrite(units, await itemOf(input, spec));
    else {
      use.readUnits += units;
      metered.keys.push(...readUse(input, units));
    }
    return reply;
  };

  interceptCalls((call, proceed) => {
    if (call.client === 'DynamoDBClient') return meterTable(call, proceed);
    if (call.client === 'SQSClient') own().sqsRequests++;
    else countS3(own(), call);
    return proceed();
  });

  return {
    async of(work) {
      const used = nothing();
      metered = used;
      await work();
      metered = nothing();
      return used;
    },
    sleep(milliseconds) {
      metered.function.sleptMs += milliseconds;
    },
  };
}
