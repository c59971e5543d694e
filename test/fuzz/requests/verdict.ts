import { createRouter } from '../../../local/gateway/router.ts';
import { HEADERS } from '../../../shared/contract/openapi/headers.ts';
import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { describedAnswers } from '../../support/service/described-answers.ts';
import type { RawAnswer } from './exchange.ts';
import { refusals } from './refusals.ts';
import type { GeneratedRequest } from './request.ts';

/** Internals that no answer may reveal: paths, libraries, internal errors. */
const INTERNALS =
  /\bat (async )?[\w.<>]+ \(|node_modules|\.(ts|js):\d|file:\/\/|\b(Type|Range|Syntax|Reference|URI)Error\b|Exception\b|dynamo|ECONN|ENOENT|AccessKey|\bvms-|is not a function|of undefined|\[object /i;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Answers that no operation describes: unknown routes and unusable keys. */
const NOWHERE: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  404: 'ROUTE_NOT_FOUND',
  429: 'RATE_LIMITED',
};

/** The value of a JSON text, or the text itself if it is not JSON, which no schema accepts. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const errorCode = (value: unknown): string | undefined =>
  (value as { error?: { code?: string } } | null)?.error?.code;

interface Verdict {
  /** The operation that the request belongs to, if any. */
  route: Route | null;
  /** How the answer differs from the reference; empty if it does not. */
  problems: string[];
}

/** The console's own origin: below it no other is let in, and no preflight is answered. */
const CONSOLE_PATH = '/console/api';

function isConsoles(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  try {
    return path.split('/').slice(0, 3).map(decodeURIComponent).join('/') === CONSOLE_PATH;
  } catch {
    return false;
  }
}

interface Judged {
  document: OpenApiDocument;
  /** Those of one audience. */
  routes: readonly Route[];
  /** Texts that no answer may contain; further ones may be added. */
  secrets: readonly string[];
}

export function verdictBy({
  document,
  routes,
  secrets,
}: Judged): (request: GeneratedRequest, answer: RawAnswer) => Verdict {
  const findRoute = createRouter(routes);
  const describedBy = describedAnswers(document);

  function* againstReference(
    route: Route,
    { status, headers, body }: RawAnswer,
    isHead: boolean,
  ): Iterable<string> {
    const described = describedBy(route, status);
    if (described === null) return yield `status ${status} is not described`;
    const { response } = described;
    for (const [name, { schema }] of Object.entries(HEADERS)) {
      const value = headers[name.toLowerCase()];
      if ((value !== undefined) !== name in response.headers) yield `header ${name}: ${value}`;
      else if (value !== undefined && schema.type === 'integer' && !/^\d+$/.test(String(value))) {
        yield `header ${name} is no integer: ${value}`;
      }
    }
    if (isHead || response.content === undefined)
      return yield* body === '' ? [] : ['a body where none is described'];
    const type = headers['content-type'] ?? '';
    if (response.content[type] === undefined) return yield `content type ${type} is not described`;
    const value = type === 'application/json' ? parsed(body) : body;
    const problem = described.problemOf(type, value);
    if (problem !== null) yield `body: ${problem}`;
  }

  function* nowhere({ status, body }: RawAnswer): Iterable<string> {
    const code = errorCode(parsed(body));
    if (code === undefined || code !== NOWHERE[status]) yield `no such route: ${status} ${code}`;
  }

  function* always({ status, headers, body }: RawAnswer, isConsole: boolean): Iterable<string> {
    if (status >= 500) yield `status ${status}`;
    if (!UUID.test(String(headers['x-request-id']))) yield 'no request id';
    const crossOrigin = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    if (isConsole && crossOrigin.length > 0) yield `${crossOrigin} on the console's origin`;
    if (!isConsole && headers['access-control-allow-origin'] === undefined) yield 'no CORS header';
    const whole = JSON.stringify(headers) + body;
    if (secrets.some((secret) => whole.includes(secret))) yield 'a secret is disclosed';
    if (status >= 400 && INTERNALS.test(whole))
      yield `internals are disclosed: ${INTERNALS.exec(whole)?.[0]}`;
  }

  return (sent, answer) => {
    // A whole address is answered as the path in it.
    const request = { ...sent, target: sent.target.replace(/^http:\/\/localhost(?=\/)/, '') };
    const { method, target } = request;
    const route = findRoute(method, target.split('?', 1)[0] ?? '')?.route ?? null;
    const isConsole = isConsoles(target);
    const problems = [...always(answer, isConsole)];
    if (method === 'OPTIONS' && !isConsole) {
      if (answer.status !== 204) problems.push(`preflight answered ${answer.status}`);
    } else if (method === 'HEAD' && route === null) {
      if (NOWHERE[answer.status] === undefined) problems.push(`HEAD answered ${answer.status}`);
    } else {
      const isHead = method === 'HEAD';
      problems.push(...(route === null ? nowhere(answer) : againstReference(route, answer, isHead)));
      const accepted = route === null || answer.status >= 400 ? [] : refusals(request, route, document);
      for (const reason of accepted) problems.push(`accepted with ${reason}`);
    }
    return { route: method === 'OPTIONS' ? null : route, problems };
  };
}
