import { ERROR_STATUS, type ErrorCode, PUBLIC_ERRORS } from '../errors.ts';
import type { Route } from '../route.ts';
import { errorsOf } from '../route-errors.ts';
import { DOCUMENTATION } from './documentation/documentation.ts';
import { guideMarkdown } from './guide.ts';
import { HEADERS } from './headers.ts';
import { operationOf, tagOf } from './operation.ts';
import { errorResponses } from './responses.ts';
import { type Readers, schemaCollector } from './schema-collector.ts';
import type { Components, OpenApiDocument, Operation } from './types.ts';

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
  events: 'What has happened to what an account owns.',
  webhooks: 'Addresses to which events are sent as they happen.',
  reference: 'This description.',
  console: 'What the web console alone calls.',
};

/** The components of a kind that something refers to, by itself or by way of others of the kind. */
function used<Component>(
  kind: keyof Components,
  components: Readonly<Record<string, Component>>,
  by: unknown,
): Record<string, Component> {
  const reached = new Set<string>();
  const reach = (value: unknown): void => {
    const text = JSON.stringify(value);
    for (const [name, component] of Object.entries(components)) {
      if (reached.has(name) || !text.includes(`"#/components/${kind}/${name}"`)) continue;
      reached.add(name);
      reach(component);
    }
  };
  reach(by);
  return Object.fromEntries(Object.entries(components).filter(([name]) => reached.has(name)));
}

/**
 * The description of the API in OpenAPI 3.1, made of the contract's endpoints and of nothing else that could contradict them.
 * @param readers generators get one body an operation, and nothing of which they make clients that do not work
 * @throws Error for two schemas under one id
 */
export function openApiDocument(routes: readonly Route[], readers: Readers = 'people'): OpenApiDocument {
  const schemas = schemaCollector(readers);
  const own = new Set(routes.flatMap(errorsOf));
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
    (code) => PUBLIC_ERRORS.includes(code) || own.has(code),
  );
  const errors = errorResponses(schemas, codes);
  const describing = {
    readers,
    schemas,
    errors,
    documentationOf: ({ key }: Route) => DOCUMENTATION.get(key),
  };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, describing),
    };
  }
  const groups = new Set(routes.map(tagOf));
  const responses = errors.responses();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Video Metadata Service',
      version: API_VERSION,
      summary: 'Stores videos and, for each, a structured and versioned metadata document.',
      description: guideMarkdown(),
      contact: { name: 'The operators of this service' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => groups.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of an API key.' },
      },
      schemas: used('schemas', schemas.components(), [paths, responses]),
      headers: used('headers', HEADERS, [paths, responses]),
      responses,
      examples: errors.examples(),
    },
  };
}
