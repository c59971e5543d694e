import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { SIGN_IN_PATH } from '../pages/stylesheet.ts';
import { AUTHORIZATION_CODE_S, INTERACTION_S } from './session-lifetimes.ts';

/** A sign-in, by the provider's word. */
export type Interaction = InstanceType<Provider['Interaction']>;

/** Signed, so that it comes back as it was given. */
const COOKIE = { signed: true, httpOnly: true, sameSite: 'strict', overwrite: true } as const;

const pathOf = ({ uid }: Pick<Interaction, 'uid'>): string => `${SIGN_IN_PATH}/${uid}`;

/**
 * Gives a sign-in that has begun to its browser, in place of its id, until the password is entered. Nothing of it is stored here: anybody
 * can begin sign-ins, and a store of them would fill, or lose those of others.
 */
export function keepInBrowser(provider: Provider, { cookies, oidc }: KoaContextWithOIDC): void {
  const begun = oidc?.entities.Interaction;
  if (begun === undefined || begun.result !== undefined) return;
  const { uid, iat, exp, session, params, prompt, returnTo, trusted, lastSubmission, grantId, cid } = begun;
  const kept = { uid, iat, exp, session, params, prompt, returnTo, trusted, lastSubmission, grantId, cid };
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
  const options = { ...COOKIE, path: pathOf(begun), maxAge: INTERACTION_S * 1000 };
  cookies.set(provider.cookieName('interaction'), text, options);
}

/** The sign-in that a browser brings; null where it has none, or none any more. */
export async function begunSignIn(
  provider: Provider,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<Interaction | null> {
  const { cookies } = provider.createContext(message, response);
  const text = cookies.get(provider.cookieName('interaction'), COOKIE);
  if (text === undefined) return null;
  const { uid, ...kept } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Interaction;
  // Its types do not describe its parts.
  const begun = Reflect.construct(provider.Interaction, [uid, kept]) as Interaction;
  if (begun.isExpired) return null;
  if (begun.session === undefined) return begun;
  // It is about a session that may have ended, or may be another user's by now.
  const session = await provider.Session.findByUid(begun.session.uid);
  return session?.accountId === begun.session.accountId ? begun : null;
}

/** Stores what the password has led to, and sends the browser back to the provider, once. */
export async function finishSignIn(
  provider: Provider,
  begun: Interaction,
  result: InteractionResults,
  [message, response]: [IncomingMessage, ServerResponse],
): Promise<void> {
  begun.result = { ...begun.lastSubmission, ...result };
  await begun.save(AUTHORIZATION_CODE_S);
  const { cookies } = provider.createContext(message, response);
  cookies.set(provider.cookieName('interaction'), null, { ...COOKIE, path: pathOf(begun) });
  response.writeHead(303, { Location: begun.returnTo, 'Content-Length': 0 }).end();
}
