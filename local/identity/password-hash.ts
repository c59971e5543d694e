import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import type { HashInput } from './hash-thread.ts';

/** scrypt (RFC 7914) with 32 MiB a guess, three times over: one of the settings that OWASP names as equally strong. */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

interface Parsed {
  cost: typeof COST;
  salt: Buffer;
  hash: Buffer;
}

/** The same text typed on another system can have other code points (RFC 8265, 4.2). */
const normalized = (password: string): string => password.normalize('NFC');

let latest: Promise<unknown> = Promise.resolve();

/**
 * Hashes one password after the other, in a thread of its own: the asynchronous scrypt would take the few threads in which Node
 * reads and writes files, compresses and looks up names, and guesses would hold up every request.
 */
function hashOf(password: string, salt: Uint8Array, { ln, r, p }: typeof COST): Promise<Buffer> {
  const workerData: HashInput = { password: normalized(password), salt, bytes: HASH_BYTES, N: 2 ** ln, r, p };
  const hash = latest.then(async () => {
    const [bytes] = await once(
      new Worker(new URL('./hash-thread.ts', import.meta.url), { workerData }),
      'message',
    );
    return Buffer.from(bytes);
  });
  latest = hash.catch(() => undefined);
  return hash;
}

/** @returns the hash as `$scrypt$ln=…,r=…,p=…$salt$hash` (PHC string format) */
export async function hashPassword(password: string, runtime: Pick<Runtime, 'randomBytes'>): Promise<string> {
  const salt = runtime.randomBytes(SALT_BYTES);
  const hash = await hashOf(password, salt, COST);
  const cost = `ln=${COST.ln},r=${COST.r},p=${COST.p}`;
  return ['', 'scrypt', cost, Buffer.from(salt).toString('base64url'), hash.toString('base64url')].join('$');
}

function parse(text: string): Parsed {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(text) ?? [];
  if (hash === '') throw new Error('The stored password hash is damaged');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** Hash of no password, so that an unknown name costs as much time as a known one. */
const NO_PASSWORD = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** @param stored null where there is no such user: then it takes as long, and is false */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  const { cost, salt, hash } = parse(stored ?? NO_PASSWORD);
  const given = await hashOf(password, salt, cost);
  return timingSafeEqual(given, hash) && stored !== null;
}
