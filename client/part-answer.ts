import { ConnectionFailure } from './failure.ts';
import { PartRefused, UploadFailure } from './upload-failure.ts';

/** A refusal for now: the store is overloaded, or gave up waiting. */
const isTemporary = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * What the store answers to a part.
 * @param said the body of the answer, for people
 * @returns the ETag, without quotes
 * @throws ConnectionFailure when a retry may help; PartRefused when another URL may help; UploadFailure
 */
export function storedPart(status: number, etag: string | null, said = ''): string {
  const refusal = `The store refused a part with ${status}${said && `: ${said}`}`;
  if (status === 403 || status === 404) throw new PartRefused(refusal);
  if (isTemporary(status)) throw new ConnectionFailure(`The store answered ${status}`);
  if (status !== 200) throw new UploadFailure(refusal);
  if (!etag) throw new UploadFailure('The store names no ETag: its CORS rule does not expose it');
  return etag.replaceAll('"', '');
}
