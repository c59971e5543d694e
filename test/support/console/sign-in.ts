import * as oauth from 'oauth4webapi';
import type { ConsoleConfig } from '../../../shared/contract/console-config.ts';
import { Browser } from './browser.ts';

/** The service of tests is on loopback, without TLS. */
const INSECURE = { [oauth.allowInsecureRequests]: true };

interface Tokens {
  access: string;
  refresh: string;
  id: string;
}

/** What one authorization request is checked by. */
interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The console's part of OpenID Connect, as an independent client does it, with a browser of its own. */
export async function consoleClient(origin: string, browser = new Browser()) {
  const config = (await (await fetch(`${origin}/config.json`)).json()) as ConsoleConfig;
  const issuer = new URL(config.issuer);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...INSECURE }),
  );
  const client: oauth.Client = { client_id: config.clientId };
  const callback = `${origin}/callback`;

  const newChecks = (): Checks => ({
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  });

  const authorizationUrl = async (
    { state, nonce, verifier }: Checks,
    change: (parameters: URLSearchParams) => void = () => undefined,
  ): Promise<URL> => {
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: config.clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: config.scope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    change(url.searchParams);
    return url;
  };

  /** Sends the sign-in form of the page that the browser is at. */
  const submit = (page: URL, name: string, password: string, headers: Record<string, string> = {}) =>
    browser.request(page, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ name, password }).toString(),
    });

  /** Goes through the sign-in page, where it is shown. @returns the address with the code */
  const authorize = async (checks: Checks, name: string, password: string): Promise<URL> => {
    const { url, response } = await browser.navigate(await authorizationUrl(checks), callback);
    if (response === null) return url;
    const submitted = await submit(url, name, password);
    const location = submitted.headers.get('Location');
    if (location === null) throw new Error(`Signing in answered ${submitted.status}`);
    return (await browser.navigate(new URL(location, url), callback)).url;
  };

  const exchange = async (address: URL, { state, nonce, verifier }: Checks): Promise<Tokens> => {
    const parameters = oauth.validateAuthResponse(server, client, address, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      callback,
      verifier,
      { ...INSECURE, headers: { Origin: origin } },
    );
    const answered = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, INSECURE);
    return tokensOf(answered);
  };

  return {
    config,
    server,
    callback,
    browser,
    newChecks,
    authorizationUrl,
    submit,
    authorize,
    exchange,

    /** The whole way. */
    async signIn(name: string, password: string): Promise<Tokens> {
      const checks = newChecks();
      return exchange(await authorize(checks, name, password), checks);
    },

    /** Whether the provider would ask for name and password now. */
    async isAskedToSignIn(): Promise<boolean> {
      const { response } = await browser.navigate(await authorizationUrl(newChecks()), callback);
      return response !== null;
    },

    /** Uses a refresh token, with the browser's cookies. */
    async refresh(token: string): Promise<Tokens> {
      const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
        ...INSECURE,
        headers: { Origin: origin },
        [oauth.customFetch]: (url, { body, method, headers }) =>
          browser.request(url, { body: String(body), method, headers }),
      });
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
    },
  };
}

const tokensOf = ({
  access_token,
  refresh_token = '',
  id_token = '',
}: oauth.TokenEndpointResponse): Tokens => ({
  access: access_token,
  refresh: refresh_token,
  id: id_token,
});
