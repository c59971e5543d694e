import { listObjectsAtTime } from '../../shared/contract/routes/object-queries.ts';
import { HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { FRAME_OBJECTS_STORES, objectsInFrame } from '../../shared/service/objects/objects-in-frame.ts';

export const handler = endpoint(listObjectsAtTime, FRAME_OBJECTS_STORES, async (call, stores) => {
  const { principal, params, query, holds } = call;
  const { at, ...listing } = query;
  const { answer, version } = await objectsInFrame(stores, principal, params.id, { at }, listing);
  const etag = `"${version}"`;
  return { body: holds(etag) ? HELD : answer, headers: { ETag: etag } };
});
