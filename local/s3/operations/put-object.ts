import { declaredChecksum, receiveBody } from '../protocol/body.ts';
import { type Checksum, checksumHeaders, DEFAULT_ALGORITHM } from '../protocol/checksums.ts';
import { checkWrite } from '../protocol/conditions.ts';
import { storedHeaders } from '../protocol/stored-headers.ts';
import { MAX_PUT_BYTES, type Operation, quoted } from './operation.ts';

export const putObject: Operation = async (request, { store, now, newId }) => {
  const { bucket, key } = request;
  const headers = storedHeaders(request.headers);
  const algorithm = declaredChecksum(request.headers)?.algorithm ?? DEFAULT_ALGORITHM;
  const content = newId();
  return store.storeBlob(
    content,
    (append) => receiveBody(request, { maxSize: MAX_PUT_BYTES, algorithms: [algorithm] }, append),
    ({ size, md5, checksums }) => {
      checkWrite(store.objects.get(bucket, key), request.headers);
      const etag = md5.toString('hex');
      const value = checksums.get(algorithm)?.toString('base64') ?? '';
      const checksum: Checksum = { algorithm, type: 'FULL_OBJECT', value };
      store.contents.add(content, [{ blob: content, offset: 0, length: size }]);
      store.putObject(
        { bucket, key, content, size, etag, modified: now(), headers, checksum },
        'ObjectCreated:Put',
      );
      return { status: 200, headers: { etag: quoted(etag), ...checksumHeaders(checksum) } };
    },
  );
};
