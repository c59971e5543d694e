import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableName } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { perEnvironment } from '../../kernel/runtime/openers.ts';

const connect = (maxAttempts: number): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts }), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** The process's DynamoDB client; endpoint, region and credentials come from the SDK's environment variables. */
export const dynamodb = perEnvironment(() => connect(5));

/** A client that never retries: for counters, where a retry after a lost reply would count twice. */
export const dynamodbWithoutRetries = perEnvironment(() => connect(1));

export const tableName = (environment: Environment, table: TableName): string =>
  requireVariable(environment, TABLES[table].env);
