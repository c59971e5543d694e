import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { StoreName } from './needs/store-needs.ts';
import type { Scope } from './scopes.ts';

/** Whom an endpoint is for: integrators with API keys, people in the web console, or both. */
export type RowAudience = 'integrators' | 'console' | 'both';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A multipart form: text fields by schema, and one file. */
export interface MultipartBody<Fields extends z.ZodType = z.ZodType, Json extends z.ZodType = z.ZodType> {
  kind: 'multipart';
  file: string;
  fields: Fields;
  /** Schema of the `application/json` body that may be sent instead of the form. */
  json?: Json;
}

export interface JsonBody<Schema extends z.ZodType = z.ZodType> {
  kind: 'json';
  schema: Schema;
  /** An absent body counts as `{}`. */
  optional?: boolean;
  /** Further media types than `application/json`, and what they carry. */
  mediaTypes?: Readonly<Record<string, z.ZodType>>;
}

/** An endpoint definition: the only description of an endpoint, from which everything else follows. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends JsonBody | MultipartBody | null = JsonBody | MultipartBody | null,
  Output extends z.ZodType = z.ZodType,
  Audience extends RowAudience = RowAudience,
  Stores extends readonly StoreName[] = readonly StoreName[],
> extends FunctionDefinition<Stores> {
  method: Method;
  /** Path with `{name}` parameters; of an endpoint for both audiences, the path that integrators call. */
  path: string;
  /** Who may call it; `endpointsFor` gives the endpoints of an audience, with their paths there. */
  audience: Audience;
  summary: string;
  /** The scopes that a key needs, all of them. */
  scopes: readonly Scope[];
  params: Params;
  query: Query;
  body: Body;
  /** HTTP status of success. */
  status: 200 | 201 | 302;
  /** Where a redirect leads: what a client that follows it gets. */
  leadsTo?: Route;
  /** HTTP status of a success that changed nothing, since everything was as requested. */
  unchangedStatus?: 200;
  response: Output;
  /** Anyone may call it: it needs no key and counts against no rate limit. */
  open?: boolean;
  /** The answer of this POST must not be stored: it takes no `Idempotency-Key`, and clients do not repeat it. */
  keepsNoAnswer?: boolean;
  /** The answer has a secret: no cache may keep it. */
  secret?: boolean;
  /** Media type of an answer that is text; without it the answer is JSON. */
  mediaType?: string;
  /** The answer's ETag is the document's version; a GET compares If-None-Match with it. */
  etag?: boolean;
  /** If-Match may name the version that the request is based on; where something changes without it, it is refused. */
  ifMatch?: boolean;
  /** Errors besides those that follow from the rest of the definition (`errorsOf`). */
  errors?: readonly ErrorCode[];
  /** The answer is streamed, since it may exceed what a buffered Lambda response can hold. */
  stream?: boolean;
  /** It mostly waits, for what is done elsewhere: that takes no place from the account's other requests. */
  waits?: boolean;
  /** Time limit in seconds and memory in MB, where the defaults do not suffice. */
  timeout?: number;
  memory?: number;
}

/** Gives an endpoint definition the types of its own schemas. */
export const route = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends JsonBody | MultipartBody | null,
  O extends z.ZodType,
  A extends RowAudience,
  const S extends readonly StoreName[] = readonly [],
>(
  definition: Route<P, Q, B, O, A, S>,
): Route<P, Q, B, O, A, S> => definition;

/** The methods that an endpoint answers: where there is GET also HEAD. */
export const methodsOf = ({ method }: Pick<Route, 'method'>): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Whether the answer may be 304: the client names the one that it holds. */
export const answersNotModified = ({ method, etag }: Pick<Route, 'method' | 'etag'>): boolean =>
  method === 'GET' && etag === true;

/** Every POST whose answer may be stored can be repeated under an Idempotency-Key. */
export const takesIdempotencyKey = ({
  method,
  open,
  keepsNoAnswer,
}: Pick<Route, 'method' | 'open' | 'keepsNoAnswer'>): boolean => method === 'POST' && !open && !keepsNoAnswer;
