import { ApiError } from '../shared/contract/errors.ts';
import { notFound } from '../shared/contract/routes/not-found.ts';
import { behindAuthorizer } from '../shared/http/endpoint.ts';

/** Whatever else is wrong with a request to nowhere does not matter: nothing of it is read. */
export const handler = behindAuthorizer(notFound).handler(async () => {
  throw new ApiError('ROUTE_NOT_FOUND', 'No such route.');
});
