import type { Route } from '../../shared/contract/route.ts';
import type { Client } from '../client.ts';
import type { Answer } from '../read-answer.ts';
import { type Call, callOf, pagedCallOf } from './call.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';

export interface CallOptions {
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

/** Of writes to a document. */
export interface WriteOptions extends CallOptions {
  /** The version that the write is based on; refused with `VERSION_CONFLICT` when it is not the newest. */
  ifMatch?: number | undefined;
}

/** Of a POST. */
export interface IdempotentOptions {
  /** Default: one of its own for each call, under which it is repeated when the answer was lost. */
  idempotencyKey?: string | undefined;
}

/** Of reads of a document. */
export interface ReadOptions<Body> extends CallOptions {
  /** An earlier answer (`withResponse`), which is returned again while it is that of the newest version. */
  held?: Answer<Body> | undefined;
}

type Method = (...input: unknown[]) => Call<unknown, number | null>;

/** The options of a call; all that is none of them belongs to the query. */
interface Options {
  signal?: AbortSignal;
  ifMatch?: number;
  idempotencyKey?: string;
  held?: Answer<unknown>;
  contentType?: string;
  [parameter: string]: unknown;
}

/** Frames and versions are numbers. */
const partOfPath = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

function methodOf(client: Client, { route, params, takesBody, items }: Endpoint): Method {
  // `exchange` types its input by the schemas of a definition, which the package does without.
  const exchange = client.exchange as (
    route: unknown,
    input: unknown,
  ) => Promise<Answer<Record<string, unknown>>>;
  return (...input) => {
    const body = takesBody ? input[params.length] : undefined;
    const options = (input[params.length + Number(takesBody)] ?? {}) as Options;
    const { signal, ifMatch, idempotencyKey, held, contentType, ...query } = options;
    const named = Object.fromEntries(params.map((name, i) => [name, partOfPath(input[i])]));
    const settings = { params: named, body, signal, ifMatch, idempotencyKey, contentType };
    const answer = exchange(route, { ...settings, query, held });
    if (items === undefined) return callOf(answer);
    // What is held is an answer to the first page.
    return pagedCallOf(answer, items, (change) =>
      exchange(route, { ...settings, query: { ...query, ...change } }),
    );
  };
}

/** A method for every endpoint, by groups. */
export function endpointMethods(client: Client): Record<string, Record<string, Method>> {
  const groups: Record<string, Record<string, Method>> = {};
  for (const endpoint of ENDPOINTS) {
    groups[endpoint.group] = { ...groups[endpoint.group], [endpoint.method]: methodOf(client, endpoint) };
  }
  return groups;
}

/** A request of one's own, as `fetch` takes it; a body that could be read only once could not be sent again. */
export interface OwnRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: RequestInit['headers'];
  body?: Exclude<RequestInit['body'], ReadableStream>;
  signal?: AbortSignal;
}

/** @param target path and query below the address of the service */
export function ownRequest(
  client: Client,
  target: string,
  { method = 'GET', body, ...init }: OwnRequest = {},
): Promise<Response> {
  // Braces stand for parameters in the path of a definition.
  const path = target.replaceAll('{', '%7B').replaceAll('}', '%7D');
  const route = { key: target, method, path } as Route;
  return client.fetch(route, { ...init, ...(body && { body: () => body }) });
}
