import { createRouter } from '../../../local/gateway/router.ts';
import { openApiDocument } from '../../../shared/contract/openapi/openapi-document.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { describedAnswers } from './described-answers.ts';

const describedBy = describedAnswers(openApiDocument(ROUTES));
const findRoute = createRouter(ROUTES);

/**
 * Holds a JSON answer against the reference, member by member: none may be there that is not described.
 * @throws Error when it is not as described; an answer to no endpoint is not looked at
 */
export function expectDescribed(method: string, target: string, status: number, body: unknown): void {
  const found = findRoute(method, target.split('?', 1)[0] ?? '');
  if (found === null) return;
  const described = describedBy(found.route, status);
  const problem = described === null ? 'no such status' : described.problemOf('application/json', body);
  if (problem !== null)
    throw new Error(`${method} ${target} answered ${status}, not as described: ${problem}`);
}
