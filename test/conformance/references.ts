import { dynamodbLocal } from './references/dynamodb-local.ts';
import { localstack } from './references/localstack.ts';
import { minio } from './references/minio.ts';
import type { Reference } from './references/reference.ts';

/** Stores by other authors that run beside the tests; fauxqs runs within them (`fauxqs.ts`). */
export const REFERENCES: readonly Reference[] = [dynamodbLocal, localstack, minio];
