import { listObjects as definition } from '../../shared/contract/routes/objects.ts';
import { HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listObjects, OBJECTS_STORES } from '../../shared/service/videos/list-objects.ts';

export const handler = endpoint(definition, OBJECTS_STORES, async ({ principal, params, holds }, stores) => {
  const { objects, version, isSettled } = await listObjects(stores, principal, params.id);
  const etag = `"${version}"`;
  return { body: isSettled && holds(etag) ? HELD : { objects }, headers: { ETag: etag } };
});
