import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { parsePointer } from '../../shared/domain/json/json-pointer.ts';
import { type Answer, HELD } from '../../shared/http/call.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { JsonStream } from '../../shared/http/json-stream.ts';
import { readAt, readSections, wholeSections } from '../../shared/service/videos/read-selection.ts';
import { READING_STORES, versionToRead } from '../../shared/service/videos/read-version.ts';

export const handler = endpoint(getMetadata, READING_STORES, async (call, { documents, ...stores }) => {
  const { principal, params, query } = call;
  const pointer = query.path === undefined ? null : parsePointer(query.path, ['path']);
  const version = await versionToRead({ documents, ...stores }, principal, params.id, query.version);
  const etag = `"${version.version}"`;
  const bodyOf = async () => {
    if (call.holds(etag)) return HELD;
    if (pointer !== null) return readAt(documents, version, pointer.tokens);
    const names = query.sections?.split(',');
    const sections = names && wholeSections(names);
    if (names !== undefined && sections === null) return readSections(documents, version, names);
    return new JsonStream(() => documents.text(version, sections ?? undefined));
  };
  return { body: (await bodyOf()) as Answer<typeof getMetadata>['body'], headers: { ETag: etag } };
});
