import type { Socket } from 'node:dgram';

/**
 * What comes before a document in its datagram, and the most that X-Ray takes of one.
 * Source: "AWS X-Ray segment documents", https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html
 */
const PREAMBLE = '{"format":"json","version":1}\n';
const MOST_BYTES = 64 * 1024;

let socket: Socket | undefined;

/** Where the daemon is that Lambda runs beside a function; undefined elsewhere. */
function daemon(): { host: string; port: number } | undefined {
  const [, host, port] = /^([^:]+):(\d+)$/.exec(process.env.AWS_XRAY_DAEMON_ADDRESS ?? '') ?? [];
  return host === undefined ? undefined : { host, port: Number(port) };
}

export const hasDaemon = (): boolean => daemon() !== undefined;

function open(): Socket {
  // Loaded at the first document: most processes never send one.
  const opened = process.getBuiltinModule('node:dgram').createSocket('udp4');
  return opened.on('error', () => undefined).unref();
}

/**
 * Sends a document to the daemon, and waits for nothing. One that cannot be made or sent is lost: nothing fails by its trace.
 */
export function sendDocument(make: () => object): void {
  const to = daemon();
  if (to === undefined) return;
  try {
    const bytes = Buffer.from(PREAMBLE + JSON.stringify(make()));
    if (bytes.length > MOST_BYTES) return;
    socket ??= open();
    socket.send(bytes, to.port, to.host, () => undefined);
  } catch {
    // Such as an address that is none.
  }
}
