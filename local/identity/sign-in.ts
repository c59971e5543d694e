import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { messagePage, sendPage } from '../pages/page.ts';
import { SIGN_IN_PATH } from '../pages/stylesheet.ts';
import { begunSignIn, finishSignIn, type Interaction } from './begun-sign-in.ts';
import { type SignedOutAt, waitAfterEnd } from './ended-sessions.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { EXPIRED } from './provider-pages.ts';
import { readForm } from './read-form.ts';
import { type SignInAttempts, TooManyAttempts } from './sign-in-attempts.ts';
import { bindToBrowser } from './sign-in-browser.ts';
import { signInPage } from './sign-in-page.ts';
import { type Users, userName } from './users.ts';

interface SignInParts {
  provider: Provider;
  users: Pick<Users, 'authenticate'>;
  signedOutAt: SignedOutAt;
  runtime: Pick<Runtime, 'now' | 'sleep'>;
  attempts: SignInAttempts;
  knownBrowsers: KnownBrowsers;
  /** Address of the service: forms of other pages are refused. */
  origin: string;
}

/** The same for unknown names, wrong passwords and disabled users. */
const WRONG = { sentence: 'The user name or the password is wrong.', status: 401 };
const TOO_MANY = { sentence: 'Too many attempts at once. Wait a moment, then try again.', status: 429 };

/** Answers `/signin/{uid}`: shows the form, checks name and password, and sends the browser back to the provider. */
export function createSignIn(parts: SignInParts) {
  const { provider, users, signedOutAt, runtime, attempts, knownBrowsers, origin } = parts;
  const submit = async (message: IncomingMessage, response: ServerResponse, begun: Interaction) => {
    const { uid } = begun;
    if (message.headers.origin !== origin) {
      sendPage(response, messagePage('Sign in again', 'The form was sent by another page.', 403));
      return;
    }
    const fields = await readForm(message);
    const name = fields.get('name') ?? '';
    const password = fields.get('password') ?? '';
    try {
      const attempt = {
        name: userName(name),
        knownBrowser: knownBrowsers.recognize(message, userName(name)),
      };
      const user = await attempts.make(attempt, () => users.authenticate(name, password));
      if (user === null) {
        sendPage(response, signInPage({ uid, name, failure: WRONG }));
        return;
      }
      await runtime.sleep(await waitAfterEnd(user, runtime.now(), signedOutAt));
      if (attempt.knownBrowser === null) knownBrowsers.remember(response, attempt.name);
      const result = bindToBrowser(provider, response, { uid, subject: user.subject });
      await finishSignIn(provider, begun, { ...result }, [message, response]);
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error;
      sendPage(response, signInPage({ uid, name, failure: TOO_MANY }));
    }
  };

  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const begun = await begunSignIn(provider, message, response);
    if (begun === null || new URL(message.url ?? '', origin).pathname !== `${SIGN_IN_PATH}/${begun.uid}`) {
      sendPage(response, EXPIRED);
    } else if (message.method === 'POST') {
      await submit(message, response, begun);
    } else {
      sendPage(response, signInPage({ uid: begun.uid, name: String(begun.params.login_hint ?? '') }));
    }
  };
}
