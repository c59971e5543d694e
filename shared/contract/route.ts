import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

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

/** One row of the contract. Everything that must know an endpoint reads it here. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends JsonBody | MultipartBody | null = JsonBody | MultipartBody | null,
  Output extends z.ZodType = z.ZodType,
> {
  /** The path of the endpoint's file under `functions/`, without extension; also the name of its function. */
  key: string;
  method: Method;
  /** Path with `{name}` parameters. */
  path: string;
  summary: string;
  /** All of them are required. */
  scopes: readonly Scope[];
  params: Params;
  query: Query;
  body: Body;
  /** HTTP status of success. */
  status: 200 | 201 | 302;
  /** HTTP status of a success that found everything as it was asked to make it. */
  unchangedStatus?: 200;
  response: Output;
  /** Anyone may call it: no key is asked for, no account's rate limit counts it. */
  open?: boolean;
  /** The answer of this POST holds what must not be stored: it takes no `Idempotency-Key`, and is not repeated. */
  keepsNoAnswer?: boolean;
  /** Media type of an answer that is text; without it the answer is JSON. */
  mediaType?: string;
  /** The answer's ETag is the document's version; `matched`: If-Match may name the version a write is based on. */
  etag?: 'sent' | 'matched';
  /** What can go wrong besides that which follows from the rest of the row (`errorsOf`). */
  errors?: readonly ErrorCode[];
  /** The answer may exceed what a buffered Lambda response can hold: it is streamed. */
  stream?: boolean;
  /** What the endpoint may take at most, in seconds, and its memory in MB, where the defaults don't do. */
  timeout?: number;
  memory?: number;
}

/** Gives a row the types of its own schemas. */
export const route = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends JsonBody | MultipartBody | null,
  O extends z.ZodType,
>(
  row: Route<P, Q, B, O>,
): Route<P, Q, B, O> => row;
