/** The part of an SDK client's request that stores read. */
export interface ClientRequest {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ClientResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** A `Readable`, or bytes. */
  readonly body: unknown;
}

/**
 * What an SDK client of this process sends its requests to in place of the network (`requestHandler`). It takes requests unsigned:
 * nobody outside this process can reach it.
 */
export interface RequestHandler {
  handle(
    request: ClientRequest,
    options?: { abortSignal?: AbortSignal },
  ): Promise<{ response: ClientResponse }>;
}

/** The body of an SDK client's request, which it has as text or as its bytes. */
export function textOf(body: unknown): string {
  if (!(body instanceof Uint8Array)) return String(body ?? '');
  // Buffer.from(body) would call methods that the SDK's own kind of bytes warns of.
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

const abortError = (): Error => Object.assign(new Error('Request aborted'), { name: 'AbortError' });

/** The result of some work, or as soon as the signal aborts the error that the SDK throws for an aborted request. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    work.catch(() => undefined);
    return Promise.reject(abortError());
  }
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(abortError());
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
