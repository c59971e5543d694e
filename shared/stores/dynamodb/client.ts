import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableName } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';

let client: DynamoDBDocumentClient | undefined;
let impatient: DynamoDBDocumentClient | undefined;

const connect = (maxAttempts: number): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts }), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** The process's DynamoDB client; endpoint, region and credentials come from the SDK's environment variables. */
export function dynamodb(): DynamoDBDocumentClient {
  client ??= connect(5);
  return client;
}

/** A client that never retries: for counters, where a retry after a lost reply would count twice. */
export function dynamodbWithoutRetries(): DynamoDBDocumentClient {
  impatient ??= connect(1);
  return impatient;
}

export const tableName = (environment: Environment, table: TableName): string =>
  requireVariable(environment, TABLES[table].env);
