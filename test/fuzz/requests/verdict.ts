import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createRouter } from '../../../local/gateway/router.ts';
import { HEADERS } from '../../../shared/contract/openapi/headers.ts';
import type { OpenApiDocument, Reference, Response } from '../../../shared/contract/openapi/model.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { RawAnswer } from './exchange.ts';
import type { GeneratedRequest } from './request.ts';

/** What an answer must not tell: where the code is, what it is made of, what went wrong inside. */
const INTERNALS =
  /\bat (async )?[\w.<>]+ \(|node_modules|\.(ts|js):\d|file:\/\/|\b(Type|Range|Syntax|Reference|URI)Error\b|Exception\b|dynamo|ECONN|ENOENT|AccessKey|\bvms-|is not a function|of undefined|\[object /i;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where nothing is described: no such route, or an unusable key. */
const NOWHERE: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  404: 'ROUTE_NOT_FOUND',
  429: 'RATE_LIMITED',
};

/** A JSON text's value, or a text that is none as it stands, which no schema takes. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const errorCode = (value: unknown): string | undefined =>
  (value as { error?: { code?: string } } | null)?.error?.code;

export interface Verdict {
  /** The operation that the request belongs to; null for none. */
  route: Route | null;
  /** How the answer departs from the reference; empty when it does not. */
  problems: string[];
}

/** @param secrets what no answer may hold */
export function judgeBy(
  document: OpenApiDocument,
  routes: readonly Route[],
  secrets: readonly string[],
): (request: GeneratedRequest, answer: RawAnswer) => Verdict {
  const findRoute = createRouter(routes);
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  });
  ajv.addSchema({ $id: 'reference', ...document });
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (...steps: string[]): ValidateFunction => {
    const pointer = steps
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `reference#/${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };

  const described = (route: Route, status: number): { response: Response; steps: string[] } | null => {
    const method = route.method.toLowerCase();
    const found: Response | Reference | undefined = document.paths[route.path]?.[method]?.responses[status];
    if (found === undefined) return null;
    if (!('$ref' in found)) {
      return { response: found, steps: ['paths', route.path, method, 'responses', String(status)] };
    }
    const name = found.$ref.split('/').at(-1) ?? '';
    const response = document.components.responses[name];
    return response === undefined ? null : { response, steps: ['components', 'responses', name] };
  };

  function* againstReference(route: Route, { status, headers, body }: RawAnswer): Iterable<string> {
    const found = described(route, status);
    if (found === null) return yield `status ${status} is not described`;
    const { response, steps } = found;
    for (const [name, { schema }] of Object.entries(HEADERS)) {
      const value = headers[name.toLowerCase()];
      if ((value !== undefined) !== name in response.headers) yield `header ${name}: ${value}`;
      else if (value !== undefined && schema.type === 'integer' && !/^\d+$/.test(String(value))) {
        yield `header ${name} is no integer: ${value}`;
      }
    }
    const type = headers['content-type'] ?? '';
    const media = response.content[type];
    if (media === undefined) return yield `content type ${type} is not described`;
    const value = type === 'application/json' ? parsed(body) : body;
    const validate = validatorAt(...steps, 'content', type, 'schema');
    if (!validate(value)) yield `body: ${ajv.errorsText(validate.errors)}`;
    const code = errorCode(value);
    if (status >= 400 && !(String(code) in (media.examples ?? {}))) yield `code ${code} is not described`;
  }

  function* nowhere({ status, body }: RawAnswer): Iterable<string> {
    const code = errorCode(parsed(body));
    if (code === undefined || code !== NOWHERE[status]) yield `no such route: ${status} ${code}`;
  }

  function* always({ status, headers, body }: RawAnswer): Iterable<string> {
    if (status >= 500) yield `status ${status}`;
    if (!UUID.test(String(headers['x-request-id']))) yield 'no request id';
    if (headers['access-control-allow-origin'] === undefined) yield 'no CORS header';
    const whole = JSON.stringify(headers) + body;
    if (secrets.some((secret) => whole.includes(secret))) yield 'a secret is told';
    if (status >= 400 && INTERNALS.test(whole)) yield `internals are told: ${INTERNALS.exec(whole)?.[0]}`;
  }

  return ({ method, target }, answer) => {
    const route = findRoute(method, target.split('?', 1)[0] ?? '')?.route ?? null;
    const problems = [...always(answer)];
    if (method === 'OPTIONS') {
      if (answer.status !== 204) problems.push(`preflight answered ${answer.status}`);
    } else if (method === 'HEAD') {
      if (NOWHERE[answer.status] === undefined) problems.push(`HEAD answered ${answer.status}`);
    } else {
      problems.push(...(route === null ? nowhere(answer) : againstReference(route, answer)));
    }
    return { route: method === 'OPTIONS' ? null : route, problems };
  };
}
