import type { ErrorBody } from '../shared/contract/errors.ts';
import { ApiFailure, ConnectionFailure } from './failure.ts';

/** A successful answer. */
export interface Answer<Body, Etag extends number | null = number | null> {
  readonly body: Body;
  /** The version of the document, as `ifMatch` takes it; null where the endpoint sends no `ETag`. */
  readonly etag: Etag;
  /** Its status and headers; the body has been read. */
  readonly response: Response;
}

/** @throws ApiFailure for an error of the API; ConnectionFailure for an answer that is not the API's */
export async function readAnswer(response: Response, url: string): Promise<Answer<unknown>> {
  const text = await response.text();
  const body = parseJson(text);
  if (response.ok && body !== undefined) {
    return { body, etag: versionOf(response.headers.get('etag')), response };
  }
  const { status, headers } = response;
  if (isErrorBody(body)) throw new ApiFailure(body, { status, headers, url });
  throw new ConnectionFailure(
    `${url} answered ${status} with something that is not the API's`,
    // A proxy answers 5xx in place of the API only when the API does not answer.
    status >= 500 ? 'broken' : 'foreign',
  );
}

/**
 * The response of a success, with its body unread.
 * @throws as `readAnswer`
 */
export async function requireSuccess(response: Response, url: string): Promise<Response> {
  if (!response.ok) await readAnswer(response, url);
  return response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  const { code, message } = (answer as Partial<ErrorBody> | undefined)?.error ?? {};
  return typeof code === 'string' && typeof message === 'string';
}

/** The version that an `ETag` names. A proxy that compresses the answer marks it as weak. */
export function versionOf(etag: string | null): number | null {
  const [, version] = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '') ?? [];
  return version === undefined ? null : Number(version);
}
