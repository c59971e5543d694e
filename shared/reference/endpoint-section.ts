import { errorAnchor } from '../contract/openapi/guide.ts';
import type { Components, MediaType, Reference, RequestBody, Response } from '../contract/openapi/types.ts';
import { fieldTable, parameterTable } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline, paragraphs } from './prose.ts';
import { type Endpoint, sampleCall } from './sample-call.ts';
import { innerObjects, resolve, typeName } from './schema-type.ts';

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const pathWithParameters = (path: string): Html =>
  html`${path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : part))}`;

const responseOf = (response: Response | Reference, { responses }: Components): Response | undefined =>
  '$ref' in response ? responses[response.$ref.split('/').at(-1) ?? ''] : response;

function body(mediaType: string, { schema }: MediaType, { schemas }: Components, sent: boolean): Html {
  const { description } = resolve(schema, schemas);
  const name = typeName(schema);
  const type = name === 'object' ? null : html` <span class="type">${name}</span>`;
  return html`
<p class="body-type"><code>${mediaType}</code>${type}${description && html`<br>${inline(description)}`}</p>
${innerObjects(schema, schemas).map((object) => fieldTable(object, schemas, sent))}`;
}

const requestSection = (request: RequestBody, components: Components): Html => html`
<h4>Body${request.required ? null : html` <span class="place">optional</span>`}</h4>
${Object.entries(request.content).map(([type, media]) => body(type, media, components, true))}`;

const headerList = (response: Response): Html => html`
<p class="headers">Headers: ${Object.keys(response.headers).map((name, i) => html`${i === 0 ? '' : ', '}<code>${name}</code>`)}</p>`;

const errorRow = (status: string, response: Response | undefined): Html => {
  const codes = Object.keys(response?.content?.['application/json']?.examples ?? {});
  return html`<tr><th scope="row">${status}</th><td>${codes.map(
    (code) => html`<a href="#${errorAnchor(code)}"><code>${code}</code></a> `,
  )}</td></tr>
`;
};

const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** One call for every media type that the body may have. */
function calls(endpoint: Endpoint): Html {
  const [first, ...others] = Object.keys(endpoint.operation.requestBody?.content ?? {});
  return html`<h4>Call</h4>
<pre tabindex="0"><code>${sampleCall(endpoint, first)}</code></pre>
${others.map(
  (type) => html`<h4>Call with ${type}</h4>
<pre tabindex="0"><code>${sampleCall(endpoint, type)}</code></pre>`,
)}`;
}

function samples(endpoint: Endpoint, status: string, success: Response | undefined): Html {
  const [media] = Object.values(success?.content ?? {});
  const answer = html`<h4>Answer ${status}</h4>
<pre tabindex="0"><code>${exampleText(media?.example)}</code></pre>`;
  return html`<div class="samples">
${calls(endpoint)}
${media?.example === undefined ? null : answer}
</div>`;
}

/** An endpoint: what it takes and answers, with a call and its answer beside it. */
export function endpointSection(endpoint: Endpoint, components: Components): Html {
  const { path, method, operation } = endpoint;
  const answers = Object.entries(operation.responses).map(
    ([status, response]) => [status, responseOf(response, components)] as const,
  );
  const [status = '', success] = answers.find(([status]) => status.startsWith('2')) ?? [];
  const failures = answers.filter(([status]) => Number(status) >= 400);
  return html`
<section class="endpoint" id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address">${methodBadge(method)} <code>${pathWithParameters(path)}</code></p>
<div class="columns">
<div class="facts">
${paragraphs(operation.description)}
${operation.parameters.length === 0 ? null : html`<h4>Parameters</h4>${parameterTable(operation.parameters)}`}
${operation.requestBody && requestSection(operation.requestBody, components)}
<h4>Answer ${status}</h4>
${success && Object.entries(success.content ?? {}).map(([type, media]) => body(type, media, components, false))}
${success && headerList(success)}
<h4>Errors</h4>
<table class="errors"><tbody>
${failures.map(([failure, response]) => errorRow(failure, response))}</tbody></table>
</div>
${samples(endpoint, status, success)}
</div>
</section>`;
}
