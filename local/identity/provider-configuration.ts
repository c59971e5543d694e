import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE_SCOPE } from '../../shared/contract/console-config.ts';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { SIGN_IN_PATH } from '../pages/stylesheet.ts';
import { isOver, type SignedOutAt } from './ended-sessions.ts';
import { type IdentityKeys, localIssuer } from './identity-keys.ts';
import { CLIENT_ID, ISSUER_PATH } from './provider-names.ts';
import { renderProviderError, renderSignOut } from './provider-pages.ts';
import type { providerStores } from './provider-store.ts';
import {
  ACCESS_TOKEN_S,
  AUTHORIZATION_CODE_S,
  INTERACTION_S,
  idleSeconds,
  SESSION_S,
} from './session-lifetimes.ts';
import type { Users } from './users.ts';

/** Name of the console's API as a resource (RFC 8707): the audience of access tokens. */
const RESOURCE = 'urn:vms:console-api';
/** What tokens can be asked for besides the console's own scope. */
const OIDC_SCOPES = ['openid', 'email'];

export interface ProviderParts {
  /** Address of the service, by which browsers reach it. */
  origin: string;
  keys: IdentityKeys;
  users: Users;
  signedOutAt: SignedOutAt;
  store: ReturnType<typeof providerStores>;
  runtime: Pick<Runtime, 'now'>;
}

/** When the user of the code or refresh token that is being used has entered the password, Unix seconds. */
const signedInAt = ({ oidc: { entities } }: KoaContextWithOIDC): number | undefined =>
  (entities.AuthorizationCode ?? entities.RefreshToken)?.authTime;

/** The settings of oidc-provider for the one client that there is, the console. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  const { origin, keys, users, signedOutAt, store, runtime } = parts;
  const now = (): number => Math.floor(runtime.now() / 1000);
  // Browsers send cookies to every port of a host: installations side by side need names of their own.
  const suffix = keys.installation.slice(0, 8);
  // All navigation that needs them begins on the console's own pages, hence Strict.
  const cookie = { httpOnly: true, sameSite: 'strict', overwrite: true, signed: true } as const;
  return {
    adapter: store,
    jwks: { keys: [keys.signingKey] },
    clients: [
      {
        client_id: CLIENT_ID,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    clientBasedCORS: (_, calling) => calling === origin,
    // The scope of the resource must not be listed here, or the provider asks for consent without end.
    scopes: OIDC_SCOPES,
    claims: { openid: ['sub', 'auth_time', 'preferred_username'], email: ['email'] },
    cookies: {
      keys: [keys.cookieKey],
      names: {
        session: `vms_session_${suffix}`,
        interaction: `vms_signin_${suffix}`,
        resume: `vms_resume_${suffix}`,
      },
      long: { ...cookie, path: ISSUER_PATH },
      short: cookie,
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_S,
      AuthorizationCode: AUTHORIZATION_CODE_S,
      Grant: SESSION_S,
      IdToken: ACCESS_TOKEN_S,
      Interaction: INTERACTION_S,
      RefreshToken: (_, token) => idleSeconds(token.authTime, now()),
      Session: (_, session) => idleSeconds(session.loginTs, now()),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderSignOut,
        postLogoutSuccessSource: (ctx) => ctx.redirect('/'),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: CONSOLE_SCOPE,
          audience: RESOURCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_S,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    // As Cognito says it.
    extraTokenClaims: (ctx) => ({ token_use: 'access', auth_time: signedInAt(ctx) }),
    formats: {
      customizers: {
        jwt(_, __, { payload }) {
          payload.iss = localIssuer(keys);
        },
      },
    },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    loadExistingGrant: grantOfSession,
    interactions: {
      policy: signInPolicy(users, signedOutAt),
      url: (_, { uid }) => `${SIGN_IN_PATH}/${uid}`,
    },
    async findAccount(ctx, subject) {
      const user = users.find(subject);
      if (user === null || (await isOver(user, signedInAt(ctx) ?? now(), signedOutAt))) return undefined;
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          preferred_username: user.name,
          ...(user.name.includes('@') && { email: user.name }),
        }),
      };
    },
    renderError: renderProviderError,
  };
}

/** The grant of the session; the console is part of the service, so nobody is asked to consent. */
async function grantOfSession({ oidc }: KoaContextWithOIDC) {
  const { provider, session, client } = oidc;
  if (session === undefined || client === undefined) return undefined;
  const id = session.grantIdFor(client.clientId);
  const kept = id === undefined ? undefined : await provider.Grant.find(id);
  if (kept?.accountId === session.accountId && kept !== undefined) return kept;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(OIDC_SCOPES.join(' '));
  grant.addResourceScope(RESOURCE, CONSOLE_SCOPE);
  await grant.save();
  return grant;
}

/** Asks for the password where there is no session, or where it is over. */
function signInPolicy(users: Users, signedOutAt: SignedOutAt): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('session_over', 'the session is over', async ({ oidc }) => {
      const { session, result } = oidc;
      if (session?.accountId === undefined || result?.login !== undefined) return false;
      return isOver(users.find(session.accountId), session.loginTs ?? 0, signedOutAt);
    }),
  );
  return policy;
}
