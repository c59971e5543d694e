import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KEY_EXPIRY_DAYS, KEY_STATES } from '../../contract/schemas/console/key.ts';
import type { Scope } from '../../contract/scopes.ts';
import { isoNow, type Runtime } from '../../kernel/runtime/runtime.ts';
import { uuidv7 } from '../ids.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;

export type KeyExpiryDays = (typeof KEY_EXPIRY_DAYS)[number];

/** A key as it is stored: never its secret, only the hash. */
export interface ApiKey {
  keyHash: string;
  keyId: string;
  accountId: string;
  name: string;
  scopes: Scope[];
  /** `null`: everything the account owns. An empty list: nothing. */
  projectIds: string[] | null;
  /** The first characters of the secret, by which people recognise a key. */
  masked: string;
  createdAt: string;
  /** ISO 8601; `null` never expires. */
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** Requests per minute of the account, copied here so that a request need not read its account. */
  rateLimit: number;
  /** Id of the identity that made it in the console; `null`: an operator did. */
  createdBy: string | null;
  /** Id of the key that it was made to take the place of. */
  replaces: string | null;
}

/** The choices made when a key is created. */
interface NewKey
  extends Pick<
    ApiKey,
    'accountId' | 'name' | 'scopes' | 'projectIds' | 'rateLimit' | 'createdBy' | 'replaces'
  > {
  expiresInDays: KeyExpiryDays;
}

export type KeyState = (typeof KEY_STATES)[number];

/** Base62, most significant digit first, left-padded with `0`. */
function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);

/** `<prefix>_sk_` + 43 random base62 characters + 6 of CRC32 over everything before them. */
export function generateSecret(prefix: string, runtime: Pick<Runtime, 'randomBytes'>): string {
  // 62^43 lies just above 2^256: 256 random bits always fit, so no digit is biased by rejection or modulo.
  const random = BigInt(`0x${Buffer.from(runtime.randomBytes(32)).toString('hex')}`);
  const body = `${prefix}_sk_${base62(random, RANDOM_CHARACTERS)}`;
  return body + checksum(body);
}

/** Whether a string has the form and checksum of a secret; needs no access to a store. */
export function isWellFormedSecret(secret: string, prefix: string): boolean {
  const head = `${prefix}_sk_`;
  if (secret.length !== head.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS) return false;
  if (!secret.startsWith(head) || !/^[0-9A-Za-z]+$/.test(secret.slice(head.length))) return false;
  const body = secret.slice(0, -CHECKSUM_CHARACTERS);
  return checksum(body) === secret.slice(-CHECKSUM_CHARACTERS);
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const maskSecret = (secret: string, prefix: string): string =>
  `${secret.slice(0, prefix.length + '_sk_'.length + 4)}…`;

const DAY = 24 * 60 * 60 * 1000;

export const expiryDate = (days: KeyExpiryDays, now: number): string | null =>
  days === null ? null : new Date(now + days * DAY).toISOString();

/** A key that is not stored yet, and its secret, which never is. */
export function generateKey(
  { expiresInDays, ...given }: NewKey,
  prefix: string,
  runtime: Runtime,
): { key: ApiKey; secret: string } {
  const secret = generateSecret(prefix, runtime);
  const key: ApiKey = {
    ...given,
    keyHash: hashSecret(secret),
    keyId: uuidv7(runtime),
    masked: maskSecret(secret, prefix),
    createdAt: isoNow(runtime),
    expiresAt: expiryDate(expiresInDays, runtime.now()),
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, secret };
}

/** A key works until it is revoked or its expiry is reached. */
export function keyState(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt === null || Date.parse(key.expiresAt) > now ? 'active' : 'expired';
}

export const isActive = (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: number): boolean =>
  keyState(key, now) === 'active';
