import { ConnectionFailure } from '../../client/failure.ts';
import { PartRefused, UploadFailure } from '../../client/upload-failure.ts';

/** A refusal for now: the store is overloaded, or gave up waiting. */
const isTemporary = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Sends a part of a file. Not by `fetch`, which reports progress over HTTP/2 only.
 * @returns its ETag, without quotes
 * @throws ConnectionFailure when a retry may help; PartRefused when another URL may help; UploadFailure; the reason of `signal`
 */
export function putBlob(
  url: string,
  blob: Blob,
  signal: AbortSignal,
  onSent: (count: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => reject(new ConnectionFailure('The connection to the store broke off'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.onload = () => {
      const { status } = request;
      const etag = request.getResponseHeader('ETag')?.replaceAll('"', '');
      if (status === 403 || status === 404)
        reject(new PartRefused(`The store refused a part with ${status}`));
      else if (isTemporary(status)) reject(new ConnectionFailure(`The store answered ${status}`));
      else if (status !== 200) reject(new UploadFailure(`The store refused a part with ${status}`));
      else if (!etag) reject(new UploadFailure('The store names no ETag: its CORS rule does not expose it'));
      else resolve(etag);
    };
    request.open('PUT', url);
    request.send(blob);
  });
}
