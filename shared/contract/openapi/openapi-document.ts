import { ERROR_STATUS, type ErrorCode, PUBLIC_ERRORS } from '../errors.ts';
import type { Route } from '../route.ts';
import { errorsOf } from '../route-errors.ts';
import { DOCUMENTATION } from './documentation/documentation.ts';
import { guideMarkdown } from './guide.ts';
import { HEADERS } from './headers.ts';
import { operationOf, tagOf } from './operation.ts';
import { errorResponses } from './responses.ts';
import { schemaCollector } from './schema-collector.ts';
import type { OpenApiDocument, Operation } from './types.ts';

/** Version of the contract; additions raise the second number. */
const API_VERSION = '1.0.0';

/** The groups of endpoints: the folders of their functions. */
export const TAGS: Readonly<Record<string, string>> = {
  account: 'The calling key.',
  projects: 'Read, edit and extend projects: the key-scoped view of videos.',
  videos: 'Upload, list, read and delete videos.',
  metadata: 'Read, change and export the metadata of a video, and its versions.',
  objects: 'The tracked objects of a video.',
  processing: 'Detection and tracking of objects.',
  reference: 'This description.',
  console: 'What the web console alone calls.',
};

/** The headers that some operation refers to, by name. */
function usedHeaders(operations: unknown): typeof HEADERS {
  const text = JSON.stringify(operations);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  ) as typeof HEADERS;
}

/**
 * The description of the API in OpenAPI 3.1, made of the contract's endpoints and of nothing else that could contradict them.
 * @throws Error for two schemas under one id
 */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const schemas = schemaCollector();
  const own = new Set(routes.flatMap(errorsOf));
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
    (code) => PUBLIC_ERRORS.includes(code) || own.has(code),
  );
  const errors = errorResponses(schemas, codes);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, DOCUMENTATION.get(route.key), { schemas, errors }),
    };
  }
  const used = new Set(routes.map(tagOf));
  const responses = errors.responses();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Video Metadata Service',
      version: API_VERSION,
      summary: 'Stores videos and, for each, a structured and versioned metadata document.',
      description: guideMarkdown(),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of an API key.' },
      },
      schemas: schemas.components(),
      headers: usedHeaders([paths, responses]),
      responses,
      examples: errors.examples(),
    },
  };
}
