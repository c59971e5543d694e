import { type ErrorCode, PUBLIC_ERRORS } from '../../shared/contract/errors.ts';
import { EXPORT_FORMAT_NAMES } from '../../shared/contract/export-formats.ts';
import { TAGS } from '../../shared/contract/openapi/openapi-document.ts';
import { type SchemaCollector, schemaCollector } from '../../shared/contract/openapi/schema-collector.ts';
import { answersNotModified, type Route, takesIdempotencyKey } from '../../shared/contract/route.ts';
import { ENDPOINTS, type Endpoint, METHOD_ROUTES } from '../package/endpoints.ts';
import { comment, declaration, indented, membersOf, typeOf } from './schema-types.ts';

/** The path's `id` is that of a video. */
const parameterName = (name: string): string => (name === 'id' ? 'videoId' : name);

/** What `ifMatch` says as well. */
const OTHER_WORDS = ['baseVersion'];

/** Parameters that change what an answer is; `readSections` and `readAt` give it its type. */
const RETYPING = ['sections', 'path'];

/** The parameters of a query: none is required that has a default. */
function queryOf({ query }: Route, schemas: SchemaCollector): { members: string; isRequired: boolean } {
  const { properties = {} } = schemas.convert(query, 'output');
  const { required = [] } = schemaCollector().convert(query, 'input');
  const left = Object.entries(properties).filter(([name]) => ![...OTHER_WORDS, ...RETYPING].includes(name));
  const members = membersOf({ properties: Object.fromEntries(left), required }, false);
  return { members, isRequired: required.length > 0 };
}

/** The parts of a path, with what they are where they are sent. */
function pathParameters({ params }: Endpoint, route: Route, schemas: SchemaCollector): string[] {
  const { properties = {} } = schemas.convert(route.params, 'output');
  return params.map(
    (name) => `${parameterName(name)}: ${typeOf(properties[name] ?? { type: 'string' }, false)}`,
  );
}

/** The options of a call, with `?` after their name where all may be left out. */
function optionsOf(route: Route, answer: string, schemas: SchemaCollector): { mark: string; type: string } {
  const { members, isRequired } = queryOf(route, schemas);
  const type = [
    answersNotModified(route) ? `ReadOptions<${answer}>` : route.ifMatch ? 'WriteOptions' : 'CallOptions',
    ...(takesIdempotencyKey(route) ? ['IdempotentOptions'] : []),
    ...(members === '' ? [] : [`{\n${indented(members)}\n}`]),
  ].join(' & ');
  return { mark: isRequired ? '' : '?', type };
}

/** Bodies by their media type: JSON, and what else an endpoint takes. */
function bodiesOf(
  { body }: Route,
  schemas: SchemaCollector,
): { type: string; contentType?: string; mark: string }[] {
  if (body?.kind !== 'json') return [];
  const mark = body.optional ? '?' : '';
  const others = Object.entries(body.mediaTypes ?? {}).map(([contentType, schema]) => ({
    type: typeOf(schemas.convert(schema, 'input'), false),
    contentType,
    mark,
  }));
  return [{ type: typeOf(schemas.convert(body.schema, 'input'), false), mark }, ...others];
}

function callType(
  { response, etag }: Route,
  { items }: Endpoint,
  schemas: SchemaCollector,
): { body: string; call: string } {
  const schema = schemas.convert(response, 'output');
  const body = typeOf(schema, true);
  if (items === undefined) return { body, call: `Call<${body}${etag ? ', number' : ''}>` };
  const { properties = {} } = schemas.components()[body] ?? {};
  return { body, call: `PagedCall<${body}, ${typeOf(properties[items]?.items ?? {}, true)}>` };
}

const words = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const literals = (values: readonly string[]): string =>
  values.map((value) => JSON.stringify(value)).join(' | ');

/** A method: what it does, and a signature for each kind of body. */
function methodDeclaration(route: Route, endpoint: Endpoint, schemas: SchemaCollector): string {
  const { body: answer, call } = callType(route, endpoint, schemas);
  const errors: ErrorCode[] = [
    ...(route.errors ?? []),
    ...(route.ifMatch ? (['VERSION_CONFLICT'] as const) : []),
  ];
  const about = [
    `${route.summary}. \`${route.method} ${route.path}\``,
    ...(route.scopes.length > 0 ? [`Needs the scope ${words(route.scopes)}.`] : []),
    ...(errors.length > 0 ? [`@throws ApiFailure ${words(errors)}`] : []),
  ];
  const params = pathParameters(endpoint, route, schemas);
  const options = optionsOf(route, answer, schemas);
  const bodies = bodiesOf(route, schemas);
  const signature = (body: (typeof bodies)[number] | undefined): string => {
    const { type, mark, contentType } = body ?? {};
    const ofBody = type === undefined ? [] : [`body${mark}: ${type}`];
    const ofOptions =
      contentType === undefined
        ? `options${options.mark}: ${options.type}`
        : `options: ${options.type} & { contentType: ${JSON.stringify(contentType)} }`;
    return `${endpoint.method}(${[...params, ...ofBody, ofOptions].join(', ')}): ${call};`;
  };
  const signatures = endpoint.takesBody ? bodies.map(signature) : [signature(undefined)];
  return comment(about.join('\n')) + signatures.join('\n');
}

const interfaceOf = (name: string, about: string | undefined, members: readonly string[]): string =>
  `${comment(about)}export interface ${name} {\n${indented(members.join('\n'))}\n}`;

const groupName = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}Endpoints`;

/** Names of schemas that an answer has, by way of others too. */
function reachedFrom(roots: unknown, components: ReturnType<SchemaCollector['components']>): Set<string> {
  const reached = new Set<string>();
  const reach = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      reach(components[name]);
    }
  };
  reach(roots);
  return reached;
}

/**
 * The declarations that the package has in place of `client/answers.ts`: an interface for each schema with a name, one for each
 * group of endpoints. Values of answers may be others than are named; what is sent may not.
 */
export function declareContract(): string {
  const schemas = schemaCollector('generators');
  const answers = METHOD_ROUTES.map(({ response }) => schemas.convert(response, 'output'));
  const groups = new Map<string, string[]>();
  METHOD_ROUTES.forEach((route, i) => {
    const endpoint = ENDPOINTS[i];
    if (endpoint === undefined) return;
    const methods = groups.get(endpoint.group) ?? [];
    groups.set(endpoint.group, [...methods, methodDeclaration(route, endpoint, schemas)]);
  });
  const components = schemas.components();
  const ofAnswers = reachedFrom(answers, components);
  return [
    "import type { CallOptions, IdempotentOptions, ReadOptions, WriteOptions } from './package/endpoint-methods.ts';",
    "import type { Call, PagedCall } from './package/call.ts';",
    ...Object.entries(components).map(([name, schema]) => declaration(name, schema, ofAnswers.has(name))),
    `${comment('The code of an error answer; later releases may have others.')}export type ErrorCode = ${literals(PUBLIC_ERRORS)} | (string & {});`,
    `export type ExportFormat = ${literals(EXPORT_FORMAT_NAMES)};`,
    ...[...groups].map(([group, methods]) => interfaceOf(groupName(group), TAGS[group], methods)),
    interfaceOf(
      'Endpoints',
      'The methods for the endpoints, by groups.',
      [...groups.keys()].map((group) => `readonly ${group}: ${groupName(group)};`),
    ),
  ].join('\n\n');
}
