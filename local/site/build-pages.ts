import { html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';

/** What the console's addresses show until it is built. */
export const waitingPage = (): Page => ({
  title: 'Building the console',
  status: 503,
  content: html`<div class="heading">
        <h1>Building the console</h1>
        <p class="muted" role="status">This happens once after an installation or an update and takes some seconds. The page opens by itself.</p>
      </div>
      <progress aria-label="Building the console"></progress>`,
});

/** @param reason one line */
export const failedPage = (reason: string): Page => ({
  title: 'The console could not be built',
  status: 503,
  content: html`<div class="heading">
        <h1>The console could not be built</h1>
        <p class="muted">The API works without it. <code>npm start</code> tries again.</p>
      </div>
      <p class="error">${reason}</p>`,
});

/** The page shown where the built files were removed from under the service. */
export const removedPage = (): Page => ({
  title: 'The console’s files are gone',
  status: 503,
  content: html`<div class="heading">
        <h1>The console’s files are gone</h1>
        <p class="muted">They were removed since the service has started. Start it again: it builds missing parts. The API works meanwhile.</p>
      </div>`,
});
