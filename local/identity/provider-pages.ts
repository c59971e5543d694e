import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { Html, html } from '../pages/html.ts';
import { messagePage, type Page, renderPage } from '../pages/page.ts';
import { ISSUER_PATH } from './provider-names.ts';

function render(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.type = 'html';
  ctx.body = renderPage(page);
}

/** The page shown in place of a sign-in that cannot continue. */
export const EXPIRED = messagePage(
  'Sign in again',
  'This sign-in has expired or was finished in another tab.',
  400,
);

export function renderExpired(ctx: KoaContextWithOIDC): void {
  ctx.status = 400;
  render(ctx, EXPIRED);
}

/** What an authorization request that cannot go back to the console shows. The status is the provider's. */
export function renderProviderError(ctx: KoaContextWithOIDC, { error }: ErrorOut): void {
  const sentence =
    error === 'invalid_request'
      ? 'This sign-in has expired, was finished in another tab, or was not begun by the console.'
      : 'Signing in did not work. Begin again from the console.';
  render(ctx, messagePage('Sign in again', sentence, ctx.status));
}

/**
 * Ends the session of the user to whom the ID token belongs, which only the console has; asks where there is none,
 * since any page can lead a browser here.
 * @param form the provider's form, which names the session to be ended
 */
export async function renderSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities, params, provider } = ctx.oidc;
  if (session === undefined || entities.IdTokenHint?.payload.sub !== session.accountId) {
    render(ctx, {
      title: 'Sign out',
      content: html`<div class="heading">
        <h1>Sign out?</h1>
        <p class="muted">This ends your session in this browser, in all of its tabs.</p>
      </div>
      ${new Html(form)}
      <button class="button" type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>
      <a class="button secondary" href="/">Stay signed in</a>`,
    });
    return;
  }
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId === undefined) continue;
    await provider.RefreshToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
    await provider.Grant.adapter.destroy(grantId);
  }
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: ISSUER_PATH });
  // The provider has compared it with the client's own.
  const { post_logout_redirect_uri: target, state } = params ?? {};
  const query = typeof state === 'string' ? `?${new URLSearchParams({ state })}` : '';
  ctx.status = 303;
  ctx.redirect(typeof target === 'string' ? `${target}${query}` : '/');
}
