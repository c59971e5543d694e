import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { afterFile } from '../service/after-file.ts';

/** What a receiver has seen, and where it is. */
export interface Receiver {
  readonly port: number;
  /** What came over each connection so far. */
  readonly received: string[];
}

/** A server of bytes on loopback until the file ends: `onRequest` is called once the headers of a request are there. */
export async function receiver(onRequest: (socket: Socket) => void, tls?: TlsOptions): Promise<Receiver> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const accept = (socket: Socket): void => {
    const index = received.push('') - 1;
    sockets.add(socket);
    // A sender that gives up resets the connection.
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const before = received[index] ?? '';
      received[index] = before + bytes.toString('latin1');
      if (!before.includes('\r\n\r\n') && received[index].includes('\r\n\r\n')) onRequest(socket);
    });
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, received };
}
