import type { z } from 'zod';
import type { ErrorBody } from '../shared/contract/errors.ts';
import type { JsonBody, Route } from '../shared/contract/route.ts';
import { ApiFailure, ConnectionFailure, connectionFailure, InvalidParameter } from './failure.ts';

export interface ClientOptions {
  /** Origin of the service, such as `http://127.0.0.1:8787`. */
  apiUrl: string;
  /** The secret of an API key. */
  apiKey: string;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** Members whose type is an empty object may be left out altogether. */
type OptionalWhenEmpty<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: T } : { [K in Name]: T };

/** What the schema gives out, asked for where the schema asks for it: a page number, though its text is sent. */
type Parsed<Schema extends z.ZodType> = {
  [K in keyof z.input<Schema>]: K extends keyof z.output<Schema> ? z.output<Schema>[K] : never;
};

/** A row that takes a form cannot be called with JSON: `send` is for it. */
type BodyOf<Body extends Route['body']> =
  Body extends JsonBody<infer Schema>
    ? Body extends { optional: true }
      ? { body?: z.input<Schema> }
      : { body: z.input<Schema> }
    : Body extends null
      ? { body?: never }
      : { body: never };

/** Parameters, query and body of a call, as the row of the endpoint has them. */
export type CallInput<R extends Route> = OptionalWhenEmpty<'params', z.input<R['params']>> &
  OptionalWhenEmpty<'query', Parsed<R['query']>> &
  BodyOf<R['body']> & {
    /** The version a write is based on; the service refuses with `VERSION_CONFLICT` when it is not the newest. */
    ifMatch?: number;
    signal?: AbortSignal;
  };

export type CallOutput<R extends Route> = z.output<R['response']>;

type CallArguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

export interface Client {
  /**
   * Calls the endpoint of a contract row.
   * @throws ApiFailure for an error answer; ConnectionFailure; InvalidParameter; the reason of `signal`
   */
  call<R extends Route>(route: R, ...input: CallArguments<R>): Promise<CallOutput<R>>;
  /** Sends a body of any type to an endpoint; otherwise like `call`. */
  send<R extends Route>(route: R, request: RawRequest): Promise<CallOutput<R>>;
}

/** A body that is not JSON, in the terms of `fetch`. */
export type RawRequest = Pick<RequestInit, 'body' | 'headers' | 'duplex' | 'signal'>;

/** What `call` reads of its input, whatever the row. */
interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: number;
  signal?: AbortSignal;
}

/** A client of the service: one typed call for every row of `shared/contract/routes`. */
export function createClient({ apiUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  const request = async <R extends Route>(route: R, target: string, init: RequestInit) => {
    const url = new URL(target, apiUrl).href;
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${apiKey}`);
    try {
      const response = await fetch(url, { ...init, method: route.method, headers });
      return (await readAnswer(response, url)) as CallOutput<R>;
    } catch (error) {
      if (error instanceof ApiFailure || error instanceof ConnectionFailure) throw error;
      init.signal?.throwIfAborted();
      throw connectionFailure(url, error);
    }
  };

  return {
    async call(route, ...[input]) {
      const { params = {}, query = {}, body, ifMatch, signal } = (input ?? {}) as AnyInput;
      return request(route, pathOf(route.path, params) + queryOf(query), {
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
      });
    },
    send: (route, raw) => request(route, route.path, raw),
  };
}

async function readAnswer(response: Response, url: string): Promise<unknown> {
  const text = await response.text();
  const answer = parseJson(text);
  if (response.ok && answer !== undefined) return answer;
  if (isErrorBody(answer)) throw new ApiFailure(answer, response);
  throw new ConnectionFailure(`${url} answered ${response.status} with something that is not the API's`);
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

function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // Dot segments would be resolved away, encoded or not: the call would reach another endpoint.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
      throw new InvalidParameter(name, value);
    }
    return encodeURIComponent(value);
  });
}

function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
