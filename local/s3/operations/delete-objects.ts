import { declaredChecksum, receiveText } from '../protocol/body.ts';
import { checkWrite } from '../protocol/conditions.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import { childText, parseXml, xmlDocument, xmlFields, xmlGroup } from '../protocol/xml.ts';
import type { Operation } from './operation.ts';

const MAX_KEYS = 1000;
const MAX_BODY_BYTES = 2 * 1024 ** 2;

export const deleteObject: Operation = ({ bucket, key, headers }, { store, now, newId }) => {
  store.transact(() => {
    if (headers.has('if-match')) checkWrite(store.objects.get(bucket, key), headers);
    store.deleteObject(bucket, key, { version: newId(), modified: now() });
  });
  return { status: 204 };
};

export const deleteObjects: Operation = async (request, { store, now, newId }) => {
  if (!declaredChecksum(request.headers) && !request.headers.has('content-md5')) {
    throw new S3Error(
      'InvalidRequest',
      'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
    );
  }
  const document = parseXml(await receiveText(request, { maxSize: MAX_BODY_BYTES }));
  const entries = document.children.filter(({ name }) => name === 'Object');
  if (document.name !== 'Delete' || entries.length === 0 || entries.length > MAX_KEYS)
    throw new S3Error('MalformedXML');
  const keys = entries.map((entry) => {
    const key = childText(entry, 'Key');
    if (!key) throw new S3Error('MalformedXML');
    if (entry.children.length > 1) throw new S3Error('NotImplemented');
    return key;
  });
  store.transact(() => {
    for (const key of keys) store.deleteObject(request.bucket, key, { version: newId(), modified: now() });
  });
  const quiet = childText(document, 'Quiet') === 'true';
  return xmlReply(
    xmlDocument('DeleteResult', quiet ? [] : keys.map((Key) => xmlGroup('Deleted', [xmlFields({ Key })]))),
  );
};
