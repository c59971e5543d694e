import type { IncomingMessage, ServerResponse } from 'node:http';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { contentSecurityPolicy } from '../../shared/contract/content-security-policy.ts';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { PAGE_DIRECTIVES, PAGE_HEADERS } from '../pages/page.ts';
import { keepInBrowser } from './begun-sign-in.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { type ProviderParts, providerConfiguration } from './provider-configuration.ts';
import { ISSUER_PATH } from './provider-names.ts';
import { renderExpired } from './provider-pages.ts';
import { readForm } from './read-form.ts';
import { idleSeconds } from './session-lifetimes.ts';
import { createSignIn } from './sign-in.ts';
import { SignInAttempts } from './sign-in-attempts.ts';
import { endForeignSignIn } from './sign-in-browser.ts';

type Answer = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface IdentityProvider {
  /** Answers requests below `/oidc`. */
  answerProvider: Answer;
  /** Answers requests below `/signin`. */
  answerSignIn: Answer;
}

interface IdentityProviderOptions extends Omit<ProviderParts, 'runtime'> {
  runtime: Runtime;
  /** Called when the provider fails by its own fault. */
  onError: (error: unknown) => void;
}

/**
 * Where sessions end. Forms that are sent there keep the ID token out of addresses (RP-Initiated Logout 1.0, 2); oidc-provider takes
 * them only with cookies for other sites, which the console does not need. The ID token says whose form it is.
 */
const END_SESSION_PATH = '/session/end';

/** Where the provider moves on by a form that submits itself, it adds the hash of that script to this policy. */
const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': contentSecurityPolicy({ ...PAGE_DIRECTIVES, 'script-src': ["'self'"] }),
};

/** An OpenID provider (OpenID Connect Core 1.0, code flow with PKCE) inside of the service, for local users. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { origin, users, signedOutAt, runtime, onError } = options;
  const configuration = providerConfiguration(options);
  const provider = new Provider(origin + ISSUER_PATH, configuration);
  provider.on('server_error', (_, error) => onError(error));
  // Koa prints errors that nobody listens to; what fails here are connections that clients have cut.
  (provider as NodeJS.EventEmitter).on('error', () => undefined);
  provider.use(async (ctx, next) => {
    const context = ctx as KoaContextWithOIDC;
    if (await endForeignSignIn(provider, context)) {
      renderExpired(context);
      return;
    }
    if (context.path === END_SESSION_PATH && (await isNobodys(context))) {
      context.redirect('/');
      return;
    }
    await next();
    keepInBrowser(provider, context);
    await keepSessionAlive(context);
  });

  /** Whether nobody is signed in; the provider would keep a session all the same until its own form has ended it. */
  const isNobodys = async (ctx: KoaContextWithOIDC): Promise<boolean> =>
    (await provider.Session.get(ctx as never)).accountId === undefined;

  /** The session lasts as long as it is used, and using a refresh token uses it. */
  const keepSessionAlive = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const token = ctx.oidc?.entities.RotatedRefreshToken;
    if (token === undefined || ctx.status !== 200) return;
    const session = await provider.Session.get(ctx as never);
    if (session.uid !== token.sessionUid) return;
    const seconds = idleSeconds(session.loginTs, Math.floor(runtime.now() / 1000));
    await session.save(seconds);
    ctx.cookies.set(provider.cookieName('session'), session.jti, {
      ...configuration.cookies?.long,
      maxAge: seconds * 1000,
    });
  };

  const handle = provider.callback();
  return {
    answerSignIn: createSignIn({
      provider,
      users,
      signedOutAt,
      runtime,
      attempts: new SignInAttempts(runtime),
      knownBrowsers: new KnownBrowsers(options.keys.cookieKey),
      origin,
    }),
    async answerProvider(message, response) {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      // oidc-provider finds out where it is mounted by comparing both.
      Object.assign(message, { originalUrl: message.url });
      message.url = message.url?.slice(ISSUER_PATH.length) || '/';
      if (message.method === 'POST' && message.url === END_SESSION_PATH) {
        message.method = 'GET';
        message.url = `${END_SESSION_PATH}?${await readForm(message)}`;
      }
      await handle(message, response);
    },
  };
}
