import { createHash } from 'node:crypto';
import { GUIDE } from '../contract/openapi/guide.ts';
import type { OpenApiDocument } from '../contract/openapi/types.ts';
import { endpointSection, methodBadge } from './endpoint-section.ts';
import { Html, html } from './html.ts';
import { guideSection } from './prose.ts';
import type { Endpoint } from './sample-call.ts';
import { STYLE } from './style.ts';

/** The page is text and one style: nothing is loaded, run, framed or sent. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Group {
  name: string;
  description: string;
  endpoints: Endpoint[];
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

const contents = (groups: readonly Group[]): Html => html`
<nav aria-label="Contents" tabindex="0"><details><summary>Contents</summary>
<h2>Guide</h2>
<ul>${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${groups.map(
  ({ name, endpoints }) => html`<h2><a href="#group-${name}">${titleOf(name)}</a></h2>
<ul>${endpoints.map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}">${methodBadge(method)} <span>${operation.summary}</span></a></li>
`,
  )}</ul>`,
)}
</details></nav>`;

const group = ({ name, description, endpoints }: Group, document: OpenApiDocument): Html => html`
<section class="group" id="group-${name}">
<h2>${titleOf(name)}</h2>
<p>${description}</p>
${endpoints.map((endpoint) => endpointSection(endpoint, document.components))}
</section>`;

/** The description of the API as one HTML page for people. */
export function referencePage(document: OpenApiDocument): string {
  const { title, version, summary } = document.info;
  const groups = groupsOf(document);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: API reference</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="name">${title}</p><p class="version">API reference, version ${version}</p></header>
${contents(groups)}
<main id="main">
<section class="guide intro">
<h1>${title}</h1>
<p>${summary} The same description for programs, in OpenAPI ${document.openapi}, is at <a href="openapi.json">openapi.json</a>.</p>
<p>The calls on this page take the address of the service, what stands before <code>/api</code> in the address of this page, from one variable and the key from another:</p>
<pre><code>export VMS_API_URL=https://… VMS_API_KEY=vms_sk_…
curl "$VMS_API_URL/api/v1/whoami" -H "Authorization: Bearer $VMS_API_KEY"</code></pre>
</section>
${GUIDE.map(guideSection)}
${groups.map((each) => group(each, document))}
</main>
</body>
</html>
`.text;
}
