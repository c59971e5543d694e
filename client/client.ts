import type { z } from 'zod';
import { type JsonBody, type Route, takesIdempotencyKey } from '../shared/contract/route.ts';
import { ApiFailure, ConnectionFailure, connectionFailure, UnreadableFile } from './failure.ts';
import { type Answer, readAnswer, requireSuccess } from './read-answer.ts';
import { pathOf, queryOf, serviceAddress } from './request-target.ts';
import { type RetryOptions, systemWait, withRetries } from './with-retries.ts';

/** The secret of an API key, or what gives the value of the header `Authorization`, asked for at every attempt. */
type Credentials =
  | { apiKey: string; authorization?: never }
  | { apiKey?: never; authorization: () => string | Promise<string> };

export type ClientOptions = Credentials & {
  /** Address of the service, with its path if it has one: `http://127.0.0.1:8787`, `https://…/prod`. */
  apiUrl: string;
  /** The path below which the service has the endpoints whose path begins with `/api`; default: there. */
  basePath?: string;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Waits before a retry. */
  wait?: RetryOptions['wait'];
};

/** Members whose type is an empty object may be left out. */
type OptionalWhenEmpty<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: T } : { [K in Name]: T };

/** The parsed types of a schema's members: a page number is given as a number, although text is sent. */
type Parsed<Schema extends z.ZodType> = {
  [K in keyof z.input<Schema>]: K extends keyof z.output<Schema> ? z.output<Schema>[K] : never;
};

/** An endpoint that takes a form cannot be called with JSON; use `send`. */
type BodyOf<Body extends Route['body']> =
  Body extends JsonBody<infer Schema>
    ? Body extends { optional: true }
      ? { body?: z.input<Schema> }
      : { body: z.input<Schema> }
    : Body extends null
      ? { body?: never }
      : { body: never };

/** Parameters, query and body of a call, typed by the definition of the endpoint. */
export type CallInput<R extends Route> = OptionalWhenEmpty<'params', z.input<R['params']>> &
  OptionalWhenEmpty<'query', Parsed<R['query']>> &
  BodyOf<R['body']> & {
    /** The version a write is based on; the service refuses with `VERSION_CONFLICT` when it is not the newest. */
    ifMatch?: number;
    /** An earlier answer to the same call, which is returned again where the service says that it is the newest still. */
    held?: Answer<CallOutput<R>>;
    /** Of a POST that is repeated by another call: the same request under the same key gets the first answer. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type CallOutput<R extends Route> = z.output<R['response']>;

type CallArguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/**
 * Calls are retried if the answer was lost or the service was unavailable, but only where a second call does no
 * harm: GETs, and POSTs under an `Idempotency-Key` made for the call.
 */
export interface Client {
  /**
   * Calls an endpoint.
   * @throws ApiFailure for an error answer; ConnectionFailure; InvalidParameter; the reason of `signal`
   */
  call<R extends Route>(route: R, ...input: CallArguments<R>): Promise<CallOutput<R>>;
  /** Like `call`, and returns the version of the document as well. */
  exchange<R extends Route>(route: R, ...input: CallArguments<R>): Promise<Answer<CallOutput<R>>>;
  /** Sends a body of any type to an endpoint; otherwise like `call`. */
  send<R extends Route>(route: R, request: RawRequest): Promise<CallOutput<R>>;
  /** Like `send`, and leaves the body of a successful answer unread: a document may be too large to be parsed here. */
  fetch<R extends Route>(route: R, request: AddressedRequest<R>): Promise<Response>;
}

/** A request whose body is not JSON, in the terms of `fetch`. */
export interface RawRequest extends Pick<RequestInit, 'headers' | 'signal'> {
  /** Makes the body; called for every attempt. */
  body?: () => RequestInit['body'];
}

/** A request whose body is not JSON, with the parameters and the query of its endpoint. */
export type AddressedRequest<R extends Route> = RawRequest &
  Omit<CallInput<R>, 'body' | 'ifMatch' | 'held' | 'idempotencyKey'>;

/** The input of `call` without the definition's types. */
interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  ifMatch?: number;
  held?: Answer<unknown>;
  idempotencyKey?: string;
  /** Of the body; JSON unless another one is named. */
  contentType?: string;
  signal?: AbortSignal;
}

/** Not by `crypto.randomUUID`, which pages have over HTTPS alone. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** A client of the service: one typed call for every endpoint of `shared/contract/routes`. */
export function createClient(options: ClientOptions): Client {
  const { apiUrl, basePath, fetch = globalThis.fetch, wait = systemWait } = options;
  const { authorization = () => `Bearer ${options.apiKey}` } = options;
  const address = serviceAddress(apiUrl);

  const request = async <T>(
    route: Route,
    target: string,
    { body, ...init }: RawRequest,
    read: (response: Response, url: string) => Promise<T>,
  ): Promise<T> => {
    const url = address + target;
    const keyed = takesIdempotencyKey(route);
    const headers = new Headers(init.headers);
    if (keyed && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', randomKey());
    const signal = init.signal ?? undefined;

    const attempt = async (): Promise<T> => {
      const { method } = route;
      headers.set('Authorization', await authorization());
      // `duplex`, which a streamed body needs, is absent from the types of browsers.
      const sent: RequestInit & { duplex: 'half' } = {
        ...init,
        method,
        headers,
        body: body?.() ?? null,
        duplex: 'half',
      };
      try {
        const response = await fetch(url, sent);
        return await read(response, url);
      } catch (error) {
        if (error instanceof ApiFailure || error instanceof ConnectionFailure) throw error;
        signal?.throwIfAborted();
        // `fetch` reports a body that cannot be read as a network failure.
        if (error instanceof Error && error.cause instanceof UnreadableFile) throw error.cause;
        throw connectionFailure(url, error);
      }
    };
    return keyed || route.method === 'GET' ? withRetries(attempt, { signal, wait }) : attempt();
  };

  const targetOf = ({ path }: Route, { params = {}, query = {} }: AnyInput): string =>
    pathOf(path, params, basePath) + queryOf(query);

  const answerOf = async <R extends Route>(route: R, { held, ...input }: AnyInput, raw: RawRequest) =>
    (await request(route, targetOf(route, input), raw, async (response, url) =>
      held !== undefined && response.status === 304 ? held : readAnswer(response, url),
    )) as Answer<CallOutput<R>>;

  const exchange: Client['exchange'] = (route, ...[input]) => {
    const { body, ifMatch, idempotencyKey, signal, ...target } = (input ?? {}) as AnyInput;
    const { contentType = 'application/json' } = target;
    return answerOf(route, target, {
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': contentType }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
        ...(target.held === undefined ? {} : { 'If-None-Match': `"${target.held.etag}"` }),
      },
      ...(body === undefined ? {} : { body: () => JSON.stringify(body) }),
      signal: signal ?? null,
    });
  };

  return {
    exchange,
    call: async (route, ...input) => (await exchange(route, ...input)).body,
    send: async (route, raw) => (await answerOf(route, {}, raw)).body,
    fetch: (route, input) => {
      const { params, query, ...raw } = input as RawRequest & AnyInput;
      return request(route, targetOf(route, { params, query }), raw, requireSuccess);
    },
  };
}
