import { listObjects as definition } from '../../shared/contract/routes/object-queries.ts';
import { HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listObjects, OBJECTS_STORES } from '../../shared/service/objects/list-objects.ts';
import { onlyFields } from '../../shared/service/objects/only-fields.ts';

export const handler = endpoint(definition, OBJECTS_STORES, async (call, stores) => {
  const { principal, params, query, holds } = call;
  const { objects, nextCursor, version, isSettled } = await listObjects(stores, principal, params.id, query);
  const etag = `"${version}"`;
  return {
    body: isSettled && holds(etag) ? HELD : { objects: onlyFields(objects, query.fields), nextCursor },
    headers: { ETag: etag },
  };
});
