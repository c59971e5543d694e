import { dynamodbLocal } from './judges/dynamodb-local.ts';
import type { Judge } from './judges/judge.ts';
import { localstack } from './judges/localstack.ts';
import { minio } from './judges/minio.ts';

/** Stores by other authors that run beside the tests; fauxqs runs within them (`fauxqs.ts`). */
export const JUDGES: readonly Judge[] = [dynamodbLocal, localstack, minio];
