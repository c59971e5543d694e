import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { JsonStream } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { READING_STORES, versionToRead } from '../../shared/service/videos/read-version.ts';

export const handler = endpoint(getMetadata, READING_STORES, async (call, stores) => {
  const { principal, params, query } = call;
  const version = await versionToRead(stores, principal, params.id, query.version);
  const etag = `"${version.version}"`;
  return {
    body: call.holds(etag) ? null : new JsonStream(() => stores.documents.text(version)),
    headers: { ETag: etag },
  };
});
