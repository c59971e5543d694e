import { Agent } from 'node:http';
import {
  provideConnections,
  type StoreConnection,
  type StoreConnections,
  type StoreName,
} from '../../shared/stores/connections.ts';
import { SOCKET_ORIGIN } from '../protocol/listen.ts';
import type { RequestHandler } from '../protocol/request-handler.ts';

/** Variables with the paths of the embedded stores' sockets, for processes and threads beside that of the stores. */
export const SOCKET_VARIABLES: Readonly<Record<StoreName, string>> = {
  s3: 'VMS_SOCKET_S3',
  sqs: 'VMS_SOCKET_SQS',
  dynamodb: 'VMS_SOCKET_DYNAMODB',
};

/** What only a request over the network needs. */
const OF_THE_NETWORK = [
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'loggerMiddleware',
  'regionRedirectMiddleware',
  'addExpectContinueMiddleware',
  's3ExpressMiddleware',
];

/** What only they, and the step of retries, read: it has the configuration itself. */
const UNREAD = [
  'apiVersion',
  'authSchemePreference',
  'bodyLengthChecker',
  'credentialDefaultProvider',
  'credentials',
  'customUserAgent',
  'defaultSigningName',
  'defaultSocketTimeout',
  'defaultUserAgentProvider',
  'defaultsMode',
  'disableClockSkewCorrection',
  'endpointCache',
  'endpointDiscoveryCommandCtor',
  'endpointDiscoveryEnabled',
  'endpointDiscoveryEnabledProvider',
  'extensions',
  'httpAuthSchemeProvider',
  'httpAuthSchemes',
  'isClientEndpointDiscoveryEnabled',
  'maxAttempts',
  'protocolSettings',
  'retryMode',
  'retryStrategy',
  'runtime',
  'sha256',
  'signer',
  'signingEscapePath',
  'systemClockOffset',
  'tls',
  'urlParser',
  'userAgentAppId',
];

/** To a store of this process: requests are neither sent nor signed. */
export const inProcess = (requestHandler: RequestHandler): StoreConnection => ({
  endpoint: SOCKET_ORIGIN,
  requestHandler,
  without: OF_THE_NETWORK,
  unread: UNREAD,
});

/** As many as the SDK opens by itself. */
const MAX_SOCKETS = 50;

const bySocket = (socketPath: string): StoreConnection => ({
  // Node connects to the path that an agent has, whatever host a request names.
  requestHandler: {
    httpAgent: new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, socketPath } as object),
  },
});

/**
 * Connects this process, or this thread, to the stores whose sockets the variables name.
 * @param nearer connections to use in place of a store's socket
 */
export function connectBySockets(
  variables: Readonly<Record<string, string | undefined>>,
  nearer: StoreConnections = {},
): void {
  const named = Object.entries(SOCKET_VARIABLES).flatMap(([store, variable]) => {
    const socket = variables[variable];
    return socket ? [[store, bySocket(socket)] as const] : [];
  });
  provideConnections({ ...Object.fromEntries(named), ...nearer });
}
