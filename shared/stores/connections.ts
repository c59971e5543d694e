import { traceCalls } from './tracing/trace-calls.ts';

export type StoreName = 's3' | 'sqs' | 'dynamodb';

/** How SDK clients of this process reach a store other than by the SDK's own variables. */
export interface StoreConnection {
  readonly endpoint?: string;
  /** The SDK's `requestHandler`, or the options of its usual one. */
  readonly requestHandler: object;
  /** The steps of a client that make no sense over this connection, by the names that the SDK gives its middleware. */
  readonly without?: readonly string[];
  /** Fields of a client's configuration that no step reads which is left. */
  readonly unread?: readonly string[];
}

export type StoreConnections = Partial<Record<StoreName, StoreConnection>>;

interface Client {
  readonly config: object;
  readonly middlewareStack: { remove(name: string): boolean } & Parameters<typeof traceCalls>[0];
}

let connections: StoreConnections = {};

/** Connects all clients that this process creates from now on; without it the SDK's own variables say where the stores are. */
export function provideConnections(provided: StoreConnections): void {
  connections = provided;
}

/**
 * The same configuration, some of its fields inherited. The SDK copies its own fields three times a request, which takes longer than
 * all that it does with them.
 */
function inheriting(config: object, fields: readonly string[]): object {
  const own = Object.entries(config).filter(([name]) => !fields.includes(name));
  return Object.assign(Object.create(config), Object.fromEntries(own));
}

/** Creates a client over the connection that this process has to the store. */
export function connect<C extends Client>(
  store: StoreName,
  create: (options: { endpoint?: string; requestHandler?: Record<string, unknown> }) => C,
): C {
  const { endpoint, requestHandler, without = [], unread = [] } = connections[store] ?? {};
  const client = create({
    ...(endpoint !== undefined && { endpoint }),
    ...(requestHandler !== undefined && { requestHandler: requestHandler as Record<string, unknown> }),
  });
  for (const name of without) client.middlewareStack.remove(name);
  traceCalls(client.middlewareStack);
  if (unread.length > 0) Object.assign(client, { config: inheriting(client.config, unread) });
  return client;
}
