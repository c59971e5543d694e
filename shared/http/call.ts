import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { JsonBody, MultipartBody, Route } from '../contract/route.ts';
import type { PrincipalOf } from '../domain/keys/principal.ts';
import type { ContentCoding } from './accepted-coding.ts';

export interface UploadedFile {
  bytes: Uint8Array;
  /** As the client named it, without a folder; may be empty. */
  name: string;
}

type BodyOf<B> =
  B extends MultipartBody<infer Fields, infer Json>
    ? { fields: z.output<Fields>; file: UploadedFile } | { json: z.output<Json> }
    : B extends JsonBody<infer Schema>
      ? z.output<Schema> | FurtherBodies<B>
      : null;

type FurtherBodies<B> = B extends { mediaTypes: Readonly<Record<string, infer Schema extends z.ZodType>> }
  ? z.output<Schema>
  : never;

/** A validated request, as a handler gets it. */
export interface Call<R extends Route = Route> {
  requestId: string;
  principal: PrincipalOf<R['audience']>;
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: BodyOf<R['body']>;
  /** Media type of the body, in lower case and without parameters; empty where there is none. */
  mediaType: string;
  /** Value of `If-Match`: the version the caller based its change on. */
  ifMatch: number | null;
  /** Whether the client holds the answer with this `ETag` already. */
  holds(etag: string): boolean;
}

/** A body too large to be held; for endpoints that are streamed. What reads it, only the bundles of such endpoints hold. */
export abstract class LargeBody {
  /**
   * Begins to read it: only where it is sent.
   * @param coding in which it is sent; null: as it is
   * @param fields of the request, for the log
   * @throws if it cannot be read
   */
  abstract open(
    coding: ContentCoding | null,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<string | Readable>;
}

/** In place of a body that the client holds already. */
export const HELD = Symbol('held by the client');

/** What a handler answers; its status is the endpoint's. */
export interface Answer<R extends Route = Route> {
  body: z.input<R['response']> | LargeBody | typeof HELD;
  headers?: Record<string, string> | undefined;
  /** Nothing had to be changed: answered with the definition's `unchangedStatus`. */
  unchanged?: boolean | undefined;
  /** What the answer to a repeated idempotent request is made of, by the endpoint's `renew`; default: the body. */
  kept?: unknown;
}
