import type { z } from 'zod';
import type { JsonBody, MultipartBody, Route } from '../../route.ts';

/** What the reference says about an endpoint beyond its definition. */
export interface Documentation {
  /** CommonMark; only `code` and paragraphs are used. */
  description?: string;
  /** A call and its answer. */
  params?: Record<string, string>;
  query?: Record<string, string | readonly string[]>;
  /** A JSON body, or the text fields of a form. */
  body?: unknown;
  /** Bodies of the other media types that the definition names. */
  alternatives?: Record<string, unknown>;
  response: unknown;
}

type BodyOf<B> =
  B extends JsonBody<infer Schema>
    ? { body: z.input<Schema> }
    : B extends MultipartBody<infer Fields>
      ? { body: z.input<Fields> }
      : { body?: never };

type ParamsOf<P extends z.ZodType> =
  Record<never, never> extends z.input<P>
    ? { params?: never }
    : { params: z.input<P> & Record<string, string> };

type DocumentationOf<R extends Route> = Pick<Documentation, 'description' | 'alternatives'> &
  ParamsOf<R['params']> &
  BodyOf<R['body']> & {
    query?: z.input<R['query']> & Record<string, string | readonly string[]>;
    response: z.input<R['response']>;
  };

/** The documentation of an endpoint, by its key. The examples have the types of the definition's schemas. */
export const documented = <R extends Route>(
  route: R,
  documentation: DocumentationOf<R>,
): readonly [key: string, Documentation] => [route.key, documentation];
