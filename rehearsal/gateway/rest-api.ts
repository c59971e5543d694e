import type { Resource } from '../template/resolve.ts';
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

export type Integration =
  | {
      readonly kind: 'function';
      readonly functionArn: string;
      readonly streams: boolean;
      readonly timeoutMs: number;
    }
  | { readonly kind: 'mock'; readonly status: number; readonly headers: Readonly<Record<string, string>> };

interface Authorizer {
  readonly id: string;
  readonly functionArn: string;
}

/** An answer that the gateway makes itself, by its type. */
export interface GatewayResponse {
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

/** @throws Error where the templates have not exactly one REST API, or use what is not known here */
export function readRestApi(resources: Resources): RestApi {
  const [api, ...others] = resources.of('AWS::ApiGateway::RestApi');
  const [stage] = resources.of('AWS::ApiGateway::Stage');
  if (api === undefined || stage === undefined || others.length > 0)
    throw new Error('Not exactly one REST API');
  return {
    id: api.ref,
    stage: stage.ref,
    methods: resources.of('AWS::ApiGateway::Method').map((method) => readMethod(method, resources)),
    responses: new Map(resources.of('AWS::ApiGateway::GatewayResponse').map(readResponse)),
  };
}

function readMethod({ properties }: Resource, resources: Resources): ApiMethod {
  const { HttpMethod, ResourceId, AuthorizationType, AuthorizerId } = properties as Record<string, string>;
  const authorizer =
    AuthorizationType === 'NONE' ? undefined : resources.get('AWS::ApiGateway::Authorizer', AuthorizerId);
  return {
    method: HttpMethod ?? '',
    path: pathOf(ResourceId ?? '', resources),
    authorizer: authorizer === undefined ? null : readAuthorizer(authorizer),
    integration: readIntegration(properties.Integration as IntegrationProperties),
  };
}

/** API Gateway's own, where the template says nothing, is five minutes. */
function readAuthorizer({ ref, properties }: Resource): Authorizer {
  if (properties.AuthorizerResultTtlInSeconds !== 0)
    throw new Error('An authorizer whose answers are kept is not known to the rehearsal');
  return { id: ref, functionArn: functionIn(String(properties.AuthorizerUri)) };
}

interface IntegrationProperties {
  Type: string;
  Uri?: string;
  TimeoutInMillis?: number;
  ResponseTransferMode?: string;
  IntegrationResponses?: { StatusCode: string; ResponseParameters?: Record<string, string> }[];
}

function readIntegration(integration: IntegrationProperties): Integration {
  const {
    Type,
    Uri = '',
    TimeoutInMillis: timeoutMs = DEFAULT_TIMEOUT_MS,
    ResponseTransferMode,
  } = integration;
  if (Type === 'AWS_PROXY')
    return {
      kind: 'function',
      functionArn: functionIn(Uri),
      streams: ResponseTransferMode === 'STREAM',
      timeoutMs,
    };
  const [answer] = integration.IntegrationResponses ?? [];
  if (Type !== 'MOCK' || answer === undefined) throw new Error(`Integrations of type ${Type} are not known`);
  const headers = Object.entries(answer.ResponseParameters ?? {}).map(([name, value]): [string, string] => [
    name.replace('method.response.header.', ''),
    unquoted(value),
  ]);
  return { kind: 'mock', status: Number(answer.StatusCode), headers: Object.fromEntries(headers) };
}

function readResponse({ properties }: Resource): [string, GatewayResponse] {
  const {
    ResponseType,
    StatusCode,
    ResponseParameters = {},
    ResponseTemplates = {},
  } = properties as {
    ResponseType: string;
    StatusCode?: string;
    ResponseParameters?: Record<string, string>;
    ResponseTemplates?: Record<string, string>;
  };
  const headers = Object.entries(ResponseParameters).map(([name, value]): [string, string] => [
    name.replace('gatewayresponse.header.', ''),
    value,
  ]);
  const response = {
    status: StatusCode === undefined ? null : Number(StatusCode),
    headers: Object.fromEntries(headers),
    template: ResponseTemplates['application/json'] ?? '{"message":$context.error.messageString}',
  };
  return [ResponseType, response];
}

/** A constant is written in quotes. */
export const unquoted = (value: string): string => value.replace(/^'(.*)'$/s, '$1');

/** The function that an address of an integration or authorizer names. */
const functionIn = (uri: string): string => /\/functions\/(arn:[^/]+)\//.exec(uri)?.[1] ?? '';

function pathOf(resourceId: string, resources: Resources): string {
  const resource = resources.find('AWS::ApiGateway::Resource', resourceId);
  if (resource === undefined) return '/';
  const { ParentId, PathPart } = resource.properties as { ParentId: string; PathPart: string };
  return `${pathOf(ParentId, resources).replace(/\/$/, '')}/${PathPart}`;
}
