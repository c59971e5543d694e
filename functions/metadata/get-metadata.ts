import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { JsonStream } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { READING_STORES, readVersion } from '../../shared/service/videos/read-version.ts';

export const handler = endpoint(getMetadata, READING_STORES, async ({ principal, params, query }, stores) => {
  const { version, text } = await readVersion(stores, principal, params.id, query.version);
  return { body: new JsonStream(text), headers: { ETag: `"${version}"` } };
});
