import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Runtime } from '../kernel/runtime/runtime.ts';
import { type AddressRules, isAllowedAddress } from './allowed-address.ts';
import { DeliveryFailure, type DeliveryOutcome } from './delivery-outcome.ts';
import { hostOf, refusalOfUrl } from './endpoint-url.ts';
import { type Answer, exchange } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';
import type { SignedHeaders } from './signature.ts';

/** Milliseconds for everything: the name, the connection, TLS, the answer. */
export const TIME_LIMIT_MS = 10_000;
/** Bytes of an event. */
export const PAYLOAD_LIMIT = 256_000;

/** One attempt to deliver an event. */
export interface Delivery {
  readonly url: string;
  readonly headers: SignedHeaders;
  /** What the headers sign. */
  readonly payload: string | Uint8Array;
}

/** All addresses of a name. @throws Error where it has none */
export type Resolver = (host: string) => Promise<readonly string[]>;

export interface Sender extends AddressRules {
  readonly runtime: Pick<Runtime, 'now' | 'elapsed' | 'sleep'>;
  readonly resolver?: Resolver;
}

const systemResolver: Resolver = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

async function resolve(host: string, resolver: Resolver): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const addresses = await resolver(host).catch((error: Error & { code?: string }) => {
    const message = `${host} has no address (${error.code ?? error.name})`;
    throw new DeliveryFailure('dns', message, { cause: error });
  });
  if (addresses.length === 0) throw new DeliveryFailure('dns', `${host} has no address`);
  return addresses;
}

/** Where a host is, if events may go to every address of it: one that may not shows an attack, or a private network. */
async function allowedAddresses(host: string, sender: Sender): Promise<readonly string[]> {
  const addresses = await resolve(host, sender.resolver ?? systemResolver);
  if (addresses.every((address) => isAllowedAddress(address, sender))) return addresses;
  // Which one is nobody's business: the answer would make a map of the network.
  throw new DeliveryFailure('refused-address', `${host} has an address that is not public`);
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const late = (): void =>
      reject(new DeliveryFailure('timeout', 'The name of the host was not resolved in time'));
    signal.addEventListener('abort', late, { once: true });
  });

/** Runs `work` with a signal that aborts when its time is up. */
async function withinLimit<T>(
  { sleep }: Sender['runtime'],
  work: (timeUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeUp = new AbortController();
  const done = new AbortController();
  void sleep(TIME_LIMIT_MS, done.signal).then(() => timeUp.abort());
  try {
    return await work(timeUp.signal);
  } finally {
    done.abort();
  }
}

async function answerTo(delivery: Delivery, body: Uint8Array, sender: Sender): Promise<Answer> {
  const refusal = refusalOfUrl(delivery.url, sender);
  if (refusal !== null) throw new DeliveryFailure('refused-url', `The URL ${refusal}`);
  const url = new URL(delivery.url);
  return withinLimit(sender.runtime, async (timeUp) => {
    const addresses = await Promise.race([allowedAddresses(hostOf(url), sender), rejectedBy(timeUp)]);
    return exchange({ url, headers: delivery.headers, body }, addresses, timeUp);
  });
}

/**
 * Sends an event to a URL, once, and never to an address that may not be connected to. What the receiver does is in
 * the outcome.
 * @throws RangeError for a payload above the limit
 */
export async function postWebhook(delivery: Delivery, sender: Sender): Promise<DeliveryOutcome> {
  const { now, elapsed } = sender.runtime;
  const body = Buffer.from(delivery.payload);
  if (body.length > PAYLOAD_LIMIT) throw new RangeError(`The payload has more than ${PAYLOAD_LIMIT} bytes`);
  const start = elapsed();
  try {
    const { status, body: text, retryAfter } = await answerTo(delivery, body, sender);
    const wait = retryAfterMs(retryAfter, now());
    const asked = wait === undefined ? {} : { retryAfterMs: wait };
    return { status, body: text, ...asked, durationMs: elapsed() - start };
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return { failure: error.reason, message: error.message, durationMs: elapsed() - start };
  }
}
