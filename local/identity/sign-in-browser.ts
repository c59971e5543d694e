import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { ISSUER_PATH } from './provider-names.ts';
import { AUTHORIZATION_CODE_S } from './session-lifetimes.ts';

/** What an entered password leads to, by the provider's words. */
interface SignInResult {
  login: { accountId: string };
  /** SHA-256 of the secret that only the browser has in which the password was entered. */
  browser: string;
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const cookieName = (provider: Provider): string => `${provider.cookieName('resume')}_browser`;

/**
 * Binds a sign-in to the browser in which the password is entered. The cookies that the provider gives when it begins do not:
 * a page on another port of this host can plant those of its own sign-in in a browser, and would go on with it itself.
 * @param uid of the interaction
 */
export function bindToBrowser(
  provider: Provider,
  response: ServerResponse,
  { uid, subject }: { uid: string; subject: string },
): SignInResult {
  const secret = randomBytes(32).toString('base64url');
  const path = `${ISSUER_PATH}/auth/${uid}`;
  response.appendHeader(
    'Set-Cookie',
    `${cookieName(provider)}=${secret}; Path=${path}; Max-Age=${AUTHORIZATION_CODE_S}; SameSite=Strict; HttpOnly`,
  );
  return { login: { accountId: subject }, browser: hash(secret) };
}

/** Ends the sign-in that another browser would go on with; false: there is none. */
export async function endForeignSignIn(
  provider: Provider,
  { cookies }: Pick<KoaContextWithOIDC, 'cookies'>,
): Promise<boolean> {
  const uid = cookies.get(provider.cookieName('resume'), { signed: true });
  const interaction = uid ? await provider.Interaction.find(uid) : undefined;
  const result = interaction?.result as Partial<SignInResult> | undefined;
  if (interaction === undefined || result?.login === undefined) return false;
  const secret = cookies.get(cookieName(provider), { signed: false }) ?? '';
  if (hash(secret) === result.browser) return false;
  await interaction.destroy();
  return true;
}
