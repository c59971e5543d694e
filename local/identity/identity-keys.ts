import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { writePrivateFile } from '../data-folder/private-file.ts';

/** What makes the identity provider of one installation its own. */
export interface IdentityKeys {
  /** UUID of the installation. */
  installation: string;
  /** Signs the provider's cookies. */
  cookieKey: string;
  /** Private key that signs tokens (RS256). */
  signingKey: JWK;
}

const RSA_BITS = 2048;

const fileIn = (dataDir: string): string => path.join(dataDir, 'identity-keys.json');

/** The keys of the installation, made at its first start and kept in a file that only its owner can read. */
export async function identityKeys(dataDir: string): Promise<IdentityKeys> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as IdentityKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const keys: IdentityKeys = {
    installation: randomUUID(),
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: {
      ...(privateKey.export({ format: 'jwk' }) as JWK),
      kid: randomUUID(),
      alg: 'RS256',
      use: 'sig',
    },
  };
  await writePrivateFile(fileIn(dataDir), JSON.stringify(keys));
  return keys;
}

/**
 * The issuer by which the service knows local users. An address would not do: it contains the port, and a user who
 * signs in at another port would be another identity (issuer, subject) with an account of its own.
 */
export const localIssuer = ({ installation }: Pick<IdentityKeys, 'installation'>): string =>
  `urn:uuid:${installation}`;
