import * as oauth from 'oauth4webapi';
import type { ConsoleConfig } from '../../shared/contract/console-config.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** Who has signed in, as reported by the provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** E-mail address or user name, by which people know themselves; nothing is decided by it. */
  name: string | null;
}

/** What the provider gave; kept in memory only. */
export interface Tokens {
  access: string;
  refresh: string | null;
  /** Says to the provider whose session is to end. */
  id: string;
  /** For how long the access token is good. */
  lifetimeMs: number;
}

/** The provider does not sign in again without the person: the refresh token is over, or was revoked. */
export class SignInRequired extends Error {
  constructor(options?: ErrorOptions) {
    super('The session has ended', options);
    this.name = 'SignInRequired';
  }
}

/** The claims that may hold people's names, the best first; the last is Cognito's own. */
const NAMING_CLAIMS = ['email', 'preferred_username', 'cognito:username'];

/** What the session needs of OpenID Connect: the code flow with PKCE of a public client. */
export class IdentityProvider {
  readonly #config: ConsoleConfig;
  readonly #client: oauth.Client;
  readonly #redirectUri: string;
  readonly #homeUri: string;
  readonly #options: { [oauth.allowInsecureRequests]: boolean };
  /** Whether its host is this machine, on whose other ports other programs are. */
  readonly sharesHost: boolean;
  #server: Promise<oauth.AuthorizationServer> | undefined;

  /** @param origin of the console's pages */
  constructor(config: ConsoleConfig, origin: string) {
    this.#config = config;
    this.#client = { client_id: config.clientId };
    this.#redirectUri = `${origin}/callback`;
    this.#homeUri = `${origin}/`;
    // Only the local provider, on loopback, is without TLS.
    this.sharesHost = new URL(config.issuer).hostname === '127.0.0.1';
    this.#options = { [oauth.allowInsecureRequests]: this.sharesHost };
  }

  /**
   * The address at which a person signs in, and what to remember until the answer comes.
   * @param withPassword whether a session that the provider has does not do
   */
  async begin(returnTo: string, withPassword: boolean): Promise<{ address: URL; attempt: SignInAttempt }> {
    const server = await this.#discover();
    const attempt = {
      verifier: oauth.generateRandomCodeVerifier(),
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      returnTo,
      withPassword,
      server,
    };
    const { authorization_endpoint } = server;
    if (authorization_endpoint === undefined)
      throw new Error('The identity provider names no address for signing in');
    const address = new URL(authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: this.#client.client_id,
      redirect_uri: this.#redirectUri,
      scope: this.#config.scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(withPassword && { prompt: 'login' }),
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { address, attempt };
  }

  /**
   * Redeems the provider's answer.
   * @param answer the parameters of the address that it sent the browser to
   * @throws the library's errors, when the provider refused or the answer is not one to this attempt
   */
  async redeem(
    answer: URLSearchParams,
    { verifier, state, nonce, server }: SignInAttempt,
  ): Promise<{ tokens: Tokens; identity: Identity }> {
    this.#server ??= Promise.resolve(server);
    const checked = oauth.validateAuthResponse(server, this.#client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      oauth.None(),
      checked,
      this.#redirectUri,
      verifier,
      this.#options,
    );
    const granted = await oauth.processAuthorizationCodeResponse(server, this.#client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const claims = oauth.getValidatedIdTokenClaims(granted);
    if (claims === undefined) throw new Error('The identity provider does not say who has signed in');
    const name =
      NAMING_CLAIMS.map((claim) => claims[claim]).find((value) => typeof value === 'string') ?? null;
    const tokens = tokensOf(granted, { refresh: null, id: granted.id_token ?? '' });
    return { tokens, identity: { issuer: claims.iss, subject: claims.sub, name } };
  }

  /** @throws SignInRequired; TypeError when the provider cannot be reached */
  async refresh(tokens: Tokens): Promise<Tokens> {
    const { refresh } = tokens;
    if (refresh === null) throw new SignInRequired();
    const server = await this.#discover();
    const response = await oauth.refreshTokenGrantRequest(
      server,
      this.#client,
      oauth.None(),
      refresh,
      this.#options,
    );
    try {
      return tokensOf(await oauth.processRefreshTokenResponse(server, this.#client, response), tokens);
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.status < 500)
        throw new SignInRequired({ cause: error });
      throw error;
    }
  }

  /** Ends what the refresh token could still be used for. */
  async revoke({ refresh }: Tokens): Promise<void> {
    if (refresh === null) return;
    const server = await this.#discover();
    await oauth.revocationRequest(server, this.#client, oauth.None(), refresh, this.#options);
  }

  /**
   * The request by which the browser leaves to end the provider's own session, and which leads back to the console. By the ID
   * token the provider knows that the console asks; it is sent in a form, since addresses are kept in histories.
   * @param id the ID token; null where there is none
   */
  signOutRequest(id: string | null): { address: URL; form: Record<string, string> | null } {
    const { kind, url } = this.#config.logout;
    const client_id = this.#client.client_id;
    const address = new URL(url);
    if (kind === 'oidc') {
      const form: Record<string, string> = { client_id, post_logout_redirect_uri: this.#homeUri };
      if (id !== null) form.id_token_hint = id;
      return { address, form };
    }
    address.search = new URLSearchParams({ client_id, logout_uri: this.#homeUri }).toString();
    return { address, form: null };
  }

  #discover(): Promise<oauth.AuthorizationServer> {
    this.#server ??= this.#readMetadata().catch((error: unknown) => {
      this.#server = undefined;
      throw error;
    });
    return this.#server;
  }

  async #readMetadata(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#config.issuer);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, this.#options));
  }
}

/** @param before what stays valid where the provider gives no new one */
const tokensOf = (granted: oauth.TokenEndpointResponse, before: Pick<Tokens, 'refresh' | 'id'>): Tokens => ({
  access: granted.access_token,
  refresh: granted.refresh_token ?? before.refresh,
  id: granted.id_token ?? before.id,
  lifetimeMs: (granted.expires_in ?? 0) * 1000,
});
