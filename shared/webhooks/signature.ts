import { createHmac } from 'node:crypto';
import type { Runtime } from '../kernel/runtime/runtime.ts';

/*
 * Symmetric signatures of Standard Webhooks 1.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const SECRET_BYTES = 32;

/** What a signature covers cannot be divided otherwise: the specification wants ids without full stops. */
const MESSAGE_ID = /^[\w-]{1,256}$/;

export interface SignedHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  /** Seconds since the epoch, at the attempt. */
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export interface Message {
  /** Names the event, the same at every attempt. */
  readonly id: string;
  /** The body, as it is sent. */
  readonly payload: string | Uint8Array;
}

/** A new secret of an endpoint: `whsec_` and 32 random bytes in Base64. */
export const newSecret = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string =>
  `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;

function sign(secret: string, content: string, payload: string | Uint8Array): string {
  // The secret itself stays out of the message, which is logged.
  if (!SECRET.test(secret)) throw new RangeError('A secret is not whsec_ with 32 bytes in Base64');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).update(payload).digest('base64')}`;
}

/**
 * The headers that sign a message for one attempt.
 * @param secrets the newest first, and those that are still accepted after a rotation
 * @param now milliseconds since the epoch
 * @throws RangeError for an id or a secret that cannot be signed with, and without any secret
 */
export function signedHeaders(message: Message, secrets: readonly string[], now: number): SignedHeaders {
  const { id, payload } = message;
  if (!MESSAGE_ID.test(id))
    throw new RangeError('The id of a message has other characters than A-Z, 0-9, _ and -');
  if (secrets.length === 0) throw new RangeError('A message is not signed without a secret');
  const timestamp = `${Math.floor(now / 1000)}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.`, payload)).join(' '),
  };
}
