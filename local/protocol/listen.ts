import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens: at a Unix socket where there is one, else on loopback. */
export interface Address {
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /** Path of a Unix socket, in a folder that no other user can enter. */
  readonly socket?: string | undefined;
}

/** The origin of servers that are reached by their sockets: names the host in requests, and leads nowhere. */
export const SOCKET_ORIGIN = 'http://localhost';

/**
 * Starts listening. A socket that a killed process left behind is replaced, so call it only while holding the lock of the data.
 * @returns the origin of the server
 * @throws when the port is taken
 */
export async function listen(server: Server, { port = 0, socket }: Address): Promise<string> {
  if (socket !== undefined) {
    await rm(socket, { force: true });
    server.listen(socket);
    await once(server, 'listening');
    await chmod(socket, 0o600);
    return SOCKET_ORIGIN;
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
