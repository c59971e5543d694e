import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import dynalite from 'dynalite';
import { lockFolder } from './folder-lock.ts';

/** A request whose body is complete. */
export interface StoreRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** What dynalite uses of a `ServerResponse`. */
export interface StoreResponse {
  statusCode: number;
  setHeader(name: string, value: string | number): unknown;
  end(body?: string): unknown;
}

/** dynalite as a function from requests to responses, without a port of its own. */
export interface TableStore {
  /** @throws when dynalite trips over the request; nothing was answered then */
  handle(request: StoreRequest, response: StoreResponse): void;
  close(): Promise<void>;
}

/** An operation that changes nothing, with as much of a signature as dynalite looks at. */
const probe: StoreRequest = {
  method: 'POST',
  url: '/',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.DescribeTable',
    'x-amz-date': '20300101T000000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=probe, SignedHeaders=host, Signature=probe',
  },
  body: Buffer.from('{"TableName":"probe"}'),
};

/**
 * Opens the tables in `folder`. A new table is active within milliseconds, but as on AWS its
 * creation has to be waited for. Acknowledged writes survive kill -9.
 * @throws when another process uses the folder
 */
export async function openTableStore(folder: string): Promise<TableStore> {
  const unlock = lockFolder(folder);
  const server = dynalite({
    path: path.join(folder, 'tables'),
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
  });
  const listeners = server.listeners('request');
  server.removeAllListeners('request');

  const store: TableStore = {
    // Replayed within this call, so that what dynalite throws on odd input reaches the caller, not the event loop.
    handle({ body, ...head }, response) {
      const request = Object.assign(new EventEmitter(), head);
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      request.emit('data', body);
      request.emit('end');
    },
    // dynalite closes its files only together with a server that listens.
    async close() {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await new Promise((resolve) => server.close(resolve));
      unlock();
    },
  };
  // Until its files are open dynalite fails to list and scan, but answers single reads when they are.
  await new Promise<void>((resolve) => {
    store.handle(probe, { statusCode: 0, setHeader: () => undefined, end: () => resolve() });
  });
  return store;
}
