import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
}

/** A connection for raw bytes that `fetch` would not send. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with whether the kernel has accepted the bytes. */
  send(data: string | Uint8Array): Promise<boolean>;
  /** The next answer, including interim ones (100). */
  answer(): Promise<RawAnswer>;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<unknown>;
}

/** @param allowHalfOpen whether the client keeps its side open when the server ends its own */
export async function rawConnection(url: string, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  const closed = once(socket, 'close').catch(() => undefined);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = Buffer.alloc(0);

  return {
    socket,
    closed,
    send: (data) => new Promise((resolve) => socket.write(data, (error) => resolve(!error))),
    async answer() {
      const chunks = socket.iterator({ destroyOnReturn: false });
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        if (end >= 0) {
          const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
          const headers = new Map(
            lines.map((line) => {
              const colon = line.indexOf(':');
              return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
            }),
          );
          const length = Number(headers.get('content-length') ?? 0);
          if (received.length >= end + 4 + length) {
            const body = received.subarray(end + 4, end + 4 + length).toString();
            received = received.subarray(end + 4 + length);
            return { status: Number(first.split(' ')[1]), headers, body };
          }
        }
        const { value, done } = await chunks.next();
        if (done)
          throw new Error(`The connection ended after ${JSON.stringify(received.toString('latin1'))}`);
        received = Buffer.concat([received, value as Buffer]);
      }
    },
  };
}
