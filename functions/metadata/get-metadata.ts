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
    const names = query.sections?.split(',');
    const sections = names && wholeSections(names);
    const selected =
      pointer !== null
        ? await readAt(documents, version, pointer.tokens)
        : names !== undefined && sections === null
          ? await readSections(documents, version, names)
          : undefined;
    // What is not there is so for those, too, who hold the version (RFC 9110, 13.2.1).
    if (call.holds(etag)) return HELD;
    return selected === undefined
      ? new JsonStream(() => documents.text(version, sections ?? undefined))
      : selected;
  };
  return { body: (await bodyOf()) as Answer<typeof getMetadata>['body'], headers: { ETag: etag } };
});
