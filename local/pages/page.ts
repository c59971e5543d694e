import type { ServerResponse } from 'node:http';
import { CONSOLE_HEADERS, contentSecurityPolicy } from '../../shared/contract/content-security-policy.ts';
import { type Html, html } from './html.ts';
import { FONT_PATH, ICON_PATH, STYLESHEET_PATH } from './stylesheet.ts';

export interface Page {
  title: string;
  content: Html;
  status?: number;
}

/** These pages have no scripts. */
export const PAGE_DIRECTIVES = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Headers of the pages that this machine renders itself. */
export const PAGE_HEADERS = {
  ...CONSOLE_HEADERS,
  'Content-Security-Policy': contentSecurityPolicy(PAGE_DIRECTIVES),
  // Without it a form's request names no origin, by which requests of other pages are refused.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** A whole page in the look of the console. */
export const renderPage = ({ title, content }: Page): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Video Metadata</title>
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
    <link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
    <link rel="stylesheet" href="${STYLESHEET_PATH}">
  </head>
  <body>
    <main class="card">
      <p class="brand"><img src="${ICON_PATH}" alt="" width="22" height="22"><span>Video Metadata</span></p>
      ${content}
    </main>
  </body>
</html>
`.text;

const HTML_HEADERS = { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' };

export function sendPage(response: ServerResponse, page: Page): void {
  const body = renderPage(page);
  response
    .writeHead(page.status ?? 200, { ...HTML_HEADERS, 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}

/**
 * Shows a page until something has come to pass, then has the browser load its address again: once, where a page that
 * reloads every second would interrupt who reads or hears it.
 */
export async function sendPageUntil(response: ServerResponse, page: Page, end: Promise<void>): Promise<void> {
  response.writeHead(page.status ?? 200, HTML_HEADERS).write(renderPage(page));
  await end;
  response.end('<meta http-equiv="refresh" content="0">\n');
}

/** A page that says one thing, and leads back to the console. */
export const messagePage = (title: string, sentence: string, status: number): Page => ({
  title,
  status,
  content: html`<h1>${title}</h1>
      <p>${sentence}</p>
      <p><a class="button" href="/">Go to the console</a></p>`,
});
