import { WebhookVerificationError } from '../failure.ts';

/** Headers as a framework has them: `Headers`, or a record such as Node's `request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old an attempt may be, and how far the clocks may differ; 300 where nothing is given. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since the epoch: another clock than the machine's. */
  readonly now?: (() => number) | undefined;
}

const TOLERANCE_SECONDS = 300;
/** Signatures that are tried: a sender has one for each of its valid secrets. */
const SIGNATURES = 16;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

type Bytes = Uint8Array<ArrayBuffer>;
/** `CryptoKey`, which the types of Node have by another name. */
type Key = Parameters<typeof crypto.subtle.verify>[1];

/** @throws DOMException where it is none */
const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function importKey(secret: string): Promise<Key> {
  try {
    const key = fromBase64(secret.replace(/^whsec_/, ''));
    if (key.length > 0) return crypto.subtle.importKey('raw', key, HMAC, false, ['verify']);
  } catch {
    // As an empty one.
  }
  throw new TypeError('verifyWebhook needs the secret of the webhook: whsec_ and Base64');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const { get } = headers;
  const value =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing`);
}

function bytesOf(payload: string | Uint8Array | ArrayBuffer | undefined): Bytes {
  // What frameworks have of a request without a body, which anybody may send.
  if (payload === undefined) return new Uint8Array();
  if (typeof payload === 'string') return new TextEncoder().encode(payload);
  // Also those of other realms.
  if (ArrayBuffer.isView(payload) || String(payload) === '[object ArrayBuffer]')
    return new Uint8Array(payload);
  throw new TypeError('verifyWebhook needs the body as it was received, not as it was parsed');
}

function requireRecent(timestamp: string, { toleranceSeconds, now = Date.now }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('The header webhook-timestamp is no time');
  const age = Math.floor(now() / 1000) - Number(timestamp);
  if (Math.abs(age) <= (toleranceSeconds ?? TOLERANCE_SECONDS)) return;
  throw new WebhookVerificationError(
    `The webhook is of ${Math.abs(age)} s ${age > 0 ? 'ago' : 'in the future'}`,
  );
}

/** Those of the version that a secret makes. */
function signaturesIn(header: string): Bytes[] {
  const written = header.split(' ').filter((part) => part.startsWith('v1,'));
  return written.slice(0, SIGNATURES).flatMap((part) => {
    try {
      return [fromBase64(part.slice('v1,'.length))];
    } catch {
      return [];
    }
  });
}

/** Whether one of the signatures is of one of the secrets; compared in constant time. */
async function isSigned(
  content: Bytes,
  signatures: readonly Bytes[],
  secrets: readonly string[],
): Promise<boolean> {
  for (const key of await Promise.all(secrets.map(importKey))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify(HMAC, key, signature, content)) return true;
    }
  }
  return false;
}

function concatenated(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * The event that a webhook brings, once its signature and its time are right (Standard Webhooks 1.0). It may come more than once:
 * the header `webhook-id` is the same each time.
 * @param payload the body as it was received: text or bytes, not parsed; undefined of a request without one
 * @param secret that of the webhook; during a rotation the old and the new one
 * @throws WebhookVerificationError for what the service did not send, or not now
 * @throws TypeError without a secret, and for a body that was parsed
 */
export async function verifyWebhook<Event = unknown>(
  payload: string | Uint8Array | ArrayBuffer | undefined,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Event> {
  const body = bytesOf(payload);
  const secrets = [secret ?? ''].flat();
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  requireRecent(timestamp, options);
  const content = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(content, signatures, secrets))) {
    throw new WebhookVerificationError('The webhook has no signature of this secret');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Event;
  } catch {
    throw new WebhookVerificationError('The webhook is signed, but no JSON');
  }
}
