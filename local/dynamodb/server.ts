import type { ServerResponse } from 'node:http';
import {
  type AwsJsonRequest,
  type LocalService,
  sendAwsError,
  startAwsJsonServer,
} from '../aws-json-server.ts';
import type { Credentials } from '../sigv4.ts';
import { openTableStore, type TableStore } from './store.ts';

export interface DynamoDbOptions {
  /** Folder of the tables; created when absent, used by one process at a time. */
  readonly dataDir: string;
  /** Default 0: a free one. */
  readonly port?: number;
  readonly credentials: Credentials;
  readonly region: string;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

/** DynamoDB's limit of a request. */
const maxBodyBytes = 16 * 1024 * 1024;

const isJsonObject = (body: Buffer): boolean => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

const fail = (response: ServerResponse, status: number, shape: string, message: string) =>
  sendAwsError(response, { status, type: `com.amazon.coral.service#${shape}`, queryCode: shape, message });

function respond(store: TableStore, { message, body }: AwsJsonRequest, response: ServerResponse): void {
  if (!isJsonObject(body)) {
    fail(response, 400, 'SerializationException', 'The request body is not a JSON object.');
    return;
  }
  const { method, url, headers } = message;
  try {
    store.handle({ method, url, headers, body }, response);
  } catch (error) {
    console.error(error);
    fail(response, 500, 'InternalServerError', 'The request failed because of an internal error.');
  }
}

/**
 * Starts DynamoDB (dynalite) on loopback with its tables in `dataDir`, behind a check of signatures, which dynalite
 * lacks. Missing: transactions, expiry by TTL, `ReturnValuesOnConditionCheckFailure`.
 * @throws when the port is taken or another process uses `dataDir`
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<LocalService> {
  const store = await openTableStore(options.dataDir);
  try {
    const server = await startAwsJsonServer({
      port: options.port ?? 0,
      service: 'dynamodb',
      credentials: options.credentials,
      region: options.region,
      now: options.now ?? Date.now,
      maxBodyBytes,
      unsignedStatus: 400,
      respond: async (request, response) => respond(store, request, response),
    });
    return {
      url: server.url,
      async close() {
        await server.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
