import { ApiError } from '../shared/contract/errors.ts';
import { notFound } from '../shared/contract/routes/not-found.ts';
import { endpoint } from '../shared/http/endpoint.ts';

export const handler = endpoint(notFound, {}, async () => {
  throw new ApiError('ROUTE_NOT_FOUND', 'No such route.');
});
