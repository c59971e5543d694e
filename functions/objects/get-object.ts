import { getObject } from '../../shared/contract/routes/object-queries.ts';
import { HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { OBJECT_STORES, readObject } from '../../shared/service/objects/read-object.ts';

export const handler = endpoint(getObject, OBJECT_STORES, async (call, stores) => {
  const { principal, params, query, holds } = call;
  const { object, version, isSettled } = await readObject(stores, principal, params, query);
  const etag = `"${version}"`;
  return { body: isSettled && holds(etag) ? HELD : object, headers: { ETag: etag } };
});
