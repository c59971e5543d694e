import type { Resources } from '../template/resources.ts';

/** What a method of the REST API does. */
export interface ApiMethod {
  /** `GET`, …, or `ANY`. */
  readonly method: string;
  /** With its parameters: `/api/videos/{id}`. */
  readonly path: string;
  readonly authorizer: Authorizer | null;
  readonly integration: Integration;
}

type Integration =
  | {
      readonly kind: 'function';
      readonly functionArn: string;
      /** ARN of the role by which the gateway calls it. */
      readonly credentials: string;
      readonly streams: boolean;
      readonly timeoutMs: number;
    }
  | { readonly kind: 'mock'; readonly status: number; readonly headers: Readonly<Record<string, string>> };

interface Authorizer {
  readonly functionArn: string;
  /** ARN of the role by which the gateway calls it. */
  readonly credentials: string;
}

/** An answer that the gateway makes itself, by its type. */
interface GatewayResponse {
  readonly status: number | null;
  /** Values as the template has them: quoted constants, or `context.…`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string;
}

/** A REST API of API Gateway, read from the templates. */
export interface RestApi {
  readonly id: string;
  readonly stage: string;
  readonly methods: readonly ApiMethod[];
  readonly responses: ReadonlyMap<string, GatewayResponse>;
}

const DEFAULT_TIMEOUT_MS = 29_000;

/** As API Gateway imports it: an OpenAPI document with its extensions. */
interface Body {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SecurityScheme>> };
  readonly 'x-amazon-apigateway-gateway-responses'?: Readonly<Record<string, GatewayResponseObject>>;
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-amazon-apigateway-integration': IntegrationObject;
}

interface IntegrationObject {
  readonly type: string;
  readonly uri?: string;
  readonly credentials?: string;
  readonly timeoutInMillis?: number;
  readonly responseTransferMode?: string;
  readonly responses?: Readonly<
    Record<string, { statusCode: string; responseParameters?: Record<string, string> }>
  >;
}

interface SecurityScheme {
  readonly 'x-amazon-apigateway-authorizer': {
    readonly authorizerUri: string;
    readonly authorizerCredentials?: string;
    readonly authorizerResultTtlInSeconds?: number;
  };
}

interface GatewayResponseObject {
  readonly statusCode?: string;
  readonly responseParameters?: Readonly<Record<string, string>>;
  readonly responseTemplates?: Readonly<Record<string, string>>;
}

/** @throws Error where the templates have not exactly one REST API, or use unknown features */
export function readRestApi(resources: Resources): RestApi {
  const [api, ...others] = resources.of('AWS::ApiGateway::RestApi');
  const [stage] = resources.of('AWS::ApiGateway::Stage');
  if (api === undefined || stage === undefined || others.length > 0)
    throw new Error('Not exactly one REST API');
  const body = api.properties.Body as Body;
  const authorizers = new Map(Object.entries(body.components.securitySchemes).map(readAuthorizer));
  const methods = Object.entries(body.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, operation]) => ({
      method: name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase(),
      path,
      authorizer: authorizerOf(operation, authorizers),
      integration: readIntegration(operation['x-amazon-apigateway-integration']),
    })),
  );
  const responses = Object.entries(body['x-amazon-apigateway-gateway-responses'] ?? {}).map(readResponse);
  return { id: api.ref, stage: stage.ref, methods, responses: new Map(responses) };
}

/** API Gateway's own, where the body says nothing, is five minutes. */
function readAuthorizer([id, scheme]: [string, SecurityScheme]): [string, Authorizer] {
  const {
    authorizerUri,
    authorizerCredentials,
    authorizerResultTtlInSeconds = 300,
  } = scheme['x-amazon-apigateway-authorizer'];
  if (authorizerResultTtlInSeconds !== 0)
    throw new Error('An authorizer whose answers are kept is not known to the rehearsal');
  return [id, { functionArn: functionIn(authorizerUri), credentials: roleIn(authorizerCredentials) }];
}

/** @throws Error for a scheme that the body does not have, or several */
function authorizerOf(
  { security = [] }: Operation,
  authorizers: ReadonlyMap<string, Authorizer>,
): Authorizer | null {
  const [name, ...more] = security.flatMap((requirement) => Object.keys(requirement));
  if (name === undefined) return null;
  const authorizer = authorizers.get(name);
  if (authorizer === undefined || more.length > 0) throw new Error(`No authorizer is called ${name}`);
  return authorizer;
}

function readIntegration(integration: IntegrationObject): Integration {
  const { type, uri = '', credentials, timeoutInMillis = DEFAULT_TIMEOUT_MS } = integration;
  if (type === 'aws_proxy') {
    const streams = integration.responseTransferMode === 'STREAM';
    if (streams !== uri.endsWith('/response-streaming-invocations'))
      throw new Error(`${uri} does not fit the transfer mode of its integration`);
    return {
      kind: 'function',
      functionArn: functionIn(uri),
      credentials: roleIn(credentials),
      streams,
      timeoutMs: timeoutInMillis,
    };
  }
  const answer = integration.responses?.default;
  if (type !== 'mock' || answer === undefined) throw new Error(`Integrations of type ${type} are not known`);
  const headers = Object.entries(answer.responseParameters ?? {}).map(([name, value]): [string, string] => [
    name.replace('method.response.header.', ''),
    unquoted(value),
  ]);
  return { kind: 'mock', status: Number(answer.statusCode), headers: Object.fromEntries(headers) };
}

function readResponse([type, response]: [string, GatewayResponseObject]): [string, GatewayResponse] {
  const { statusCode, responseParameters = {}, responseTemplates = {} } = response;
  const headers = Object.entries(responseParameters).map(([name, value]): [string, string] => [
    name.replace('gatewayresponse.header.', ''),
    value,
  ]);
  return [
    type,
    {
      status: statusCode === undefined ? null : Number(statusCode),
      headers: Object.fromEntries(headers),
      template: responseTemplates['application/json'] ?? '{"message":$context.error.messageString}',
    },
  ];
}

/** A constant is written in quotes. */
export const unquoted = (value: string): string => value.replace(/^'(.*)'$/s, '$1');

/** The function that an address of an integration or authorizer names. */
const functionIn = (uri: string): string => /\/functions\/(arn:[^/]+)\//.exec(uri)?.[1] ?? '';

/** @throws Error where there is none: calls in the gateway's own name are not known here */
function roleIn(credentials: string | undefined): string {
  if (credentials === undefined) throw new Error('API Gateway calls a function without a role');
  return credentials;
}
