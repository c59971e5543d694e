import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableName } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { perEnvironment } from '../../kernel/runtime/store-factories.ts';
import { connect } from '../connections.ts';

/** A client of its own for one purpose. */
export const createDynamoDb = (config: DynamoDBClientConfig = {}): DynamoDBClient =>
  connect('dynamodb', (options) => new DynamoDBClient({ ...config, ...options }));

const createDocumentClient = (maxAttempts: number): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(createDynamoDb({ maxAttempts }), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** The process's DynamoDB client; endpoint, region and credentials come from the SDK's environment variables. */
export const dynamodb = perEnvironment(() => createDocumentClient(5));

/** A client that never retries: for counters, where a retry after a lost reply would count twice. */
export const dynamodbWithoutRetries = perEnvironment(() => createDocumentClient(1));

export const tableName = (environment: Environment, table: TableName): string =>
  requireVariable(environment, TABLES[table].env);
