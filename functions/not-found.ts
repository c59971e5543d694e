import { ApiError } from '../shared/contract/errors.ts';
import { notFound } from '../shared/contract/routes/not-found.ts';
import { behindAuthorizer } from '../shared/http/endpoint.ts';

/** Nothing of a request to an unknown route is read. */
export const handler = behindAuthorizer(notFound).handler(async () => {
  throw new ApiError('ROUTE_NOT_FOUND', 'No such route.');
});
