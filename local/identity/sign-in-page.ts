import { html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';
import { SIGN_IN_PATH } from '../pages/stylesheet.ts';

interface SignInForm {
  /** Id of the interaction that the form belongs to. */
  uid: string;
  /** The name to begin with. */
  name?: string;
  /** Why the last attempt did not work, and its status. */
  failure?: { sentence: string; status: number };
}

/** The form for name and password. It works without scripts. */
export function signInPage({ uid, name = '', failure }: SignInForm): Page {
  const invalid = failure === undefined ? '' : html` aria-invalid="true" aria-describedby="failure"`;
  const [nameFocus, passwordFocus] = name === '' ? [html` autofocus`, ''] : ['', html` autofocus`];
  return {
    title: 'Sign in',
    status: failure?.status ?? 200,
    content: html`<div class="heading">
        <h1>Sign in</h1>
        <p class="muted">to the service on this computer</p>
      </div>
      ${failure === undefined ? '' : html`<p class="error" id="failure" role="alert">${failure.sentence}</p>`}
      <form method="post" action="${SIGN_IN_PATH}/${uid}">
        <div class="field">
          <label for="name">User name</label>
          <input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" dir="auto" maxlength="256" required${invalid}${nameFocus}>
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${invalid}${passwordFocus}>
        </div>
        <button class="button" type="submit">Sign in</button>
      </form>
      <p class="muted">New here? <code>npm start</code> prints the demo user’s password in its terminal.</p>`,
  };
}
