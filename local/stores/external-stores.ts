import type { StoreName } from '../../shared/stores/connections.ts';
import type { Credentials } from '../protocol/sigv4.ts';

/** Stores run by someone else: LocalStack, another emulator. Those without an address are embedded. */
export interface ExternalStores {
  endpoints: Partial<Record<StoreName, string>>;
  /** Undefined if none are named: emulators accept any. */
  credentials: Credentials | undefined;
  region: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const NAMES: readonly StoreName[] = ['s3', 'sqs', 'dynamodb'];

/**
 * Reads the SDK's own variables: `AWS_ENDPOINT_URL` for all stores, `AWS_ENDPOINT_URL_S3`, `_SQS` and `_DYNAMODB`
 * for one. Credentials and region count only together with an address: the embedded stores have their own.
 */
export function externalStores(variables: Variables): ExternalStores {
  const endpoints: ExternalStores['endpoints'] = {};
  for (const name of NAMES) {
    const endpoint = variables[`AWS_ENDPOINT_URL_${name.toUpperCase()}`] || variables.AWS_ENDPOINT_URL;
    if (endpoint) endpoints[name] = endpoint;
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const isNamed = Object.keys(endpoints).length > 0;
  return {
    endpoints,
    credentials: isNamed && accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    region: isNamed ? variables.AWS_REGION || variables.AWS_DEFAULT_REGION || undefined : undefined,
  };
}
