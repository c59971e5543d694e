import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../service/after-file.ts';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly body: string;
}

interface HttpReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Status of the next answers; null: none comes. */
  status: number | null;
  /** What they say; by default the status. */
  answer?: string;
  /** Ends what it has not answered. */
  hangUp(): void;
}

/** A receiver of webhooks on loopback, until the file ends. */
export async function httpReceiver(): Promise<HttpReceiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    receiver.received.push({ headers: request.headers, body });
    if (receiver.status !== null)
      response.writeHead(receiver.status).end(receiver.answer ?? `answer ${receiver.status}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const receiver: HttpReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    status: 204,
    hangUp: () => server.closeAllConnections(),
  };
  return receiver;
}

/** Ids of the events that came, in their order. */
export const idsOf = ({ received }: Pick<HttpReceiver, 'received'>): unknown[] =>
  received.map(({ headers }) => headers['webhook-id']);
