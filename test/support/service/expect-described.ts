import { createRouter } from '../../../local/gateway/router.ts';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { openApiDocument } from '../../../shared/contract/openapi/openapi-document.ts';
import { describedAnswers } from './described-answers.ts';

const ENDPOINTS = [...endpointsFor('integrators'), ...endpointsFor('console')];
const describedBy = describedAnswers(openApiDocument(ENDPOINTS));
const findRoute = createRouter(ENDPOINTS);

/**
 * Compares a JSON answer with the reference: it may have no member that is not described, and has an ETag where a success
 * is described with one, and nowhere else.
 * @throws Error if it differs; answers of unknown endpoints are not checked
 */
export function expectDescribed(
  method: string,
  target: string,
  { status, ok, headers }: Pick<Response, 'status' | 'ok' | 'headers'>,
  body: unknown,
): void {
  const found = findRoute(method, target.split('?', 1)[0] ?? '');
  if (found === null) return;
  const described = describedBy(found.route, status);
  const problem = described === null ? 'no such status' : described.problemOf('application/json', body);
  if (problem !== null)
    throw new Error(`${method} ${target} answered ${status}, not as described: ${problem}`);
  const hasTag = headers.has('ETag');
  if (ok && hasTag !== (found.route.etag !== undefined))
    throw new Error(`${method} ${target} answered with${hasTag ? '' : 'out'} an ETag, not as described`);
}
