import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { DeliveryFailure } from './delivery-outcome.ts';
import { hostOf } from './endpoint-url.ts';
import { printable, printableStart } from './printable-start.ts';

/** Bytes of an answer that are read at most, so that a receiver can send a usual page to its end. */
const READ_LIMIT = 64_000;
/** Bytes of an answer that are kept. */
const KEPT_BYTES = 2000;
/** Interim answers (1xx), of which a server needs one at most. */
const INTERIM_LIMIT = 8;
const HEADER_LIMIT = 16_384;
/** Milliseconds after which the next address of a host is tried. */
const NEXT_ADDRESS_AFTER = 1000;
const MESSAGE_LIMIT = 300;

export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An answer: its status counts as soon as it is there, however its body ends. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Answers with these addresses alone: nobody is asked for the name a second time. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };

/** `http.request` hands these on to `net.connect`, which its types do not know. */
type Connecting = Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>;

function settings(
  { url, headers, body }: Exchange,
  addresses: readonly string[],
): RequestOptions & Connecting {
  const host = hostOf(url);
  const security = { servername: isIP(host) === 0 ? host : '', rejectUnauthorized: true };
  return {
    ...security,
    method: 'POST',
    // A connection of its own, that ends with it, through nobody's proxy.
    agent: false,
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
    maxHeaderSize: HEADER_LIMIT,
    insecureHTTPParser: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'video-metadata-service-webhooks/1',
      'accept-encoding': 'identity',
    },
  };
}

/** The beginning of an answer's body: the rest is not waited for. */
async function startOf(incoming: IncomingMessage): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      kept.push(chunk.subarray(0, Math.max(0, KEPT_BYTES - read)));
      read += chunk.length;
      if (read >= READ_LIMIT) break;
    }
  } catch {
    // It broke off or took too long: the receiver has said what it did with the event.
  }
  return printableStart(Buffer.concat(kept));
}

/** How far a connection has come; a failure before `tls` is over is one of TLS. */
type Stage = 'connection' | 'tls' | 'open';

function followStages(outgoing: ClientRequest, { protocol }: URL): () => Stage {
  let stage: Stage = 'connection';
  outgoing.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      stage = protocol === 'https:' ? 'tls' : 'open';
    });
    socket.once('secureConnect', () => {
      stage = 'open';
    });
  });
  return () => stage;
}

function failureOf(error: Error & { code?: string }, stage: Stage): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  // Where several addresses failed, the error of all has no message of its own.
  const [first] = error instanceof AggregateError ? error.errors : [];
  const message = printable(error.message || first?.message || error.code || error.name).slice(
    0,
    MESSAGE_LIMIT,
  );
  if (error.code?.startsWith('HPE_')) return new DeliveryFailure('protocol', message, { cause: error });
  return new DeliveryFailure(stage === 'tls' ? 'tls' : 'connection', message, { cause: error });
}

/**
 * Sends one request to addresses that have been checked, and reads how the answer begins.
 * @param timeUp ends it: with the answer, where its status has come
 * @throws DeliveryFailure where there is no answer
 */
export function exchange(sent: Exchange, addresses: readonly string[], timeUp: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const send = sent.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(sent.url, settings(sent, addresses));
  const stage = followStages(outgoing, sent.url);
  const giveUp = (): void => {
    outgoing.destroy(new DeliveryFailure('timeout', 'The receiver did not answer in time'));
  };
  let interim = 0;

  outgoing.on('information', () => {
    interim += 1;
    if (interim > INTERIM_LIMIT)
      outgoing.destroy(new DeliveryFailure('protocol', 'Interim answers do not end'));
  });
  outgoing.on('response', (incoming) => {
    const { statusCode: status = 0, headers } = incoming;
    resolve(startOf(incoming).then((body) => ({ status, body, retryAfter: headers['retry-after'] })));
  });
  outgoing.on('error', (error) => reject(failureOf(error, stage())));
  // Such as after 101, which nobody has asked for.
  outgoing.on('close', () =>
    reject(new DeliveryFailure('protocol', 'The receiver closed without an answer')),
  );
  timeUp.addEventListener('abort', giveUp);
  if (timeUp.aborted) giveUp();
  outgoing.end(sent.body);
  return promise.finally(() => {
    timeUp.removeEventListener('abort', giveUp);
    outgoing.destroy();
  });
}
