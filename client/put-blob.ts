import { ConnectionFailure, connectionFailure } from './failure.ts';
import { storedPart } from './part-answer.ts';
import type { PartedFile } from './upload-in-parts.ts';

/** As much of the browsers' class as is used here. */
interface PartRequest {
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onloadend: (() => void) | null;
  readonly status: number;
  readonly responseText: string;
  getResponseHeader(name: string): string | null;
  open(method: string, url: string): void;
  send(body: Blob): void;
  abort(): void;
}

declare const XMLHttpRequest: (new () => PartRequest) | undefined;

/** Opens the parts of a file that the store compares as a whole with what has arrived. */
export const partsOf =
  (file: Blob): PartedFile['open'] =>
  async ({ start, end }, signal) => ({
    put: (url, onSent) => putBlob(url, file.slice(start, end), signal, onSent),
    isThis: () => true,
  });

/**
 * Sends a part of a file; where that is possible, not by `fetch`, which reports no progress.
 * @param onSent called with the number of bytes handed to the network
 * @returns its ETag, without quotes
 * @throws ConnectionFailure when a retry may help; PartRefused when another URL may help; UploadFailure; the reason of `signal`
 */
function putBlob(
  url: string,
  blob: Blob,
  signal: AbortSignal,
  onSent: (count: number) => void,
): Promise<string> {
  return typeof XMLHttpRequest === 'undefined'
    ? putByFetch(url, blob, signal)
    : putByRequest(new XMLHttpRequest(), url, blob, signal, onSent);
}

async function putByFetch(url: string, blob: Blob, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { method: 'PUT', body: blob, signal });
    return storedPart(response.status, response.headers.get('etag'), await response.text());
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TypeError ? connectionFailure(url, error) : error;
  }
}

function putByRequest(
  request: PartRequest,
  url: string,
  blob: Blob,
  signal: AbortSignal,
  onSent: (count: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => reject(new ConnectionFailure('The connection to the store broke off'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.onload = () => {
      const { status, responseText } = request;
      try {
        resolve(storedPart(status, request.getResponseHeader('ETag'), responseText));
      } catch (failure) {
        reject(failure);
      }
    };
    request.open('PUT', url);
    request.send(blob);
  });
}
