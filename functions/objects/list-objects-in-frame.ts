import { listObjectsInFrame } from '../../shared/contract/routes/object-queries.ts';
import { HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { FRAME_OBJECTS_STORES, objectsInFrame } from '../../shared/service/objects/objects-in-frame.ts';

export const handler = endpoint(listObjectsInFrame, FRAME_OBJECTS_STORES, async (call, stores) => {
  const { principal, params, query, holds } = call;
  const { frame, id } = params;
  const { answer, version } = await objectsInFrame(stores, principal, id, { frame }, query);
  const etag = `"${version}"`;
  return { body: holds(etag) ? HELD : answer, headers: { ETag: etag } };
});
