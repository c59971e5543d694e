import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { answersNotModified, type Route } from '../route.ts';
import { errorsOf } from '../route-errors.ts';
import { errorBody } from '../schemas/error.ts';
import type { Documentation } from './documentation/documented.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import { headersOf } from './headers.ts';
import type { SchemaCollector } from './schema-collector.ts';
import type { Example, Reference, Response } from './types.ts';

const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  302: 'Found at another location.',
  304: 'As the client holds it already, by `If-None-Match`.',
  400: 'Invalid parameters.',
  401: 'Invalid or missing key.',
  403: 'Insufficient permissions.',
  404: 'The resource does not exist.',
  409: 'Conflict with the state of the resource.',
  429: 'Rate limit exceeded.',
  500: 'Internal server error.',
};

/** Answers that are the same for every endpoint behind the authorizer. */
const SHARED: Readonly<Record<number, string>> = {
  401: 'Unauthenticated',
  429: 'RateLimited',
  500: 'InternalError',
};

const meaningOf = (status: number): string => STATUS_MEANINGS[status] ?? `Status ${status}.`;

export interface ErrorResponses {
  /** The error answers of an endpoint by status. */
  of(route: Route): Record<string, Response | Reference>;
  /** The shared responses and examples that they refer to. */
  responses(): Record<string, Response>;
  examples(): Record<string, Example>;
}

/**
 * @param schemas collects the schema of the error body
 * @param possible every code that it may have
 */
export function errorResponses(schemas: SchemaCollector, possible: readonly ErrorCode[]): ErrorResponses {
  const schema = errorBody(possible);
  const shared = new Map<string, Response>();
  const examples = new Map<string, Example>();

  const exampleOf = (code: ErrorCode): Reference => {
    const { meaning, example } = ERROR_CATALOGUE[code];
    examples.set(code, { summary: meaning, value: example.toBody() });
    return { $ref: `#/components/examples/${code}` };
  };

  const response = (route: Route, status: number, codes: readonly ErrorCode[]): Response => ({
    description: meaningOf(status),
    headers: headersOf(route, status),
    content: {
      'application/json': {
        schema: schemas.convert(schema, 'output'),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  });

  return {
    of(route) {
      const byStatus = Map.groupBy(errorsOf(route), (code) => ERROR_STATUS[code]);
      return Object.fromEntries(
        [...byStatus].map(([status, codes]): [string, Response | Reference] => {
          const answer = response(route, status, codes);
          const name = codes.length === 1 ? SHARED[status] : undefined;
          if (route.open || name === undefined) return [String(status), answer];
          shared.set(name, answer);
          return [String(status), { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
    responses: () => Object.fromEntries(shared),
    examples: () => Object.fromEntries(examples),
  };
}

/** The successful answers of an endpoint by status; of a redirect also the answer that it leads to. */
export function successResponses(
  route: Route,
  documentationOf: (route: Route) => Documentation | undefined,
  schemas: SchemaCollector,
): Record<string, Response> {
  const { status, unchangedStatus, leadsTo } = route;
  const statuses = unchangedStatus === undefined ? [status] : [status, unchangedStatus];
  const documentation = documentationOf(route);
  const content = {
    [route.mediaType ?? 'application/json']: {
      schema: schemas.convert(route.response, 'output'),
      ...(documentation && { example: documentation.response }),
    },
  };
  const own = statuses.map((answered): [string, Response] => [
    String(answered),
    { description: meaningOf(answered), headers: headersOf(route, answered), content },
  ]);
  return {
    ...(leadsTo && successResponses(leadsTo, documentationOf, schemas)),
    ...Object.fromEntries(own),
    ...(answersNotModified(route) && {
      304: { description: meaningOf(304), headers: headersOf(route, 304) },
    }),
  };
}
