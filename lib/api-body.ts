import { type Audience, BASE_PATHS } from '../shared/contract/audience.ts';
import { ApiError } from '../shared/contract/errors.ts';
import { corsHeaders, GATEWAY_RESPONSES, preflightHeaders } from '../shared/contract/gateway-responses.ts';
import { LIMITS } from '../shared/contract/limits.ts';
import { methodsOf, type Route } from '../shared/contract/route.ts';
import { endpointSeconds } from '../shared/contract/route-limits.ts';

interface Endpoint {
  route: Route;
  functionArn: string;
}

/** The API below the base path of an audience. */
interface Mount {
  /** ARN of the function that decides who may call. */
  authorizer: string;
  /** The endpoint definitions, each with the ARN of its function. */
  endpoints: readonly Endpoint[];
}

interface ApiBodyOptions {
  title: string;
  description: string;
  mounts: Readonly<Record<Audience, Mount>>;
  /** ARN of the function that answers every method and path that no endpoint has. */
  notFound: string;
  /** ARN of the role by which API Gateway calls all of these functions. */
  credentials: string;
  /** Start of the addresses by which it calls them: `arn:aws:apigateway:eu-central-1`. */
  gatewayArn: string;
  /** Value of `Access-Control-Allow-Origin`. */
  corsOrigin: string;
}

const AUDIENCES = ['integrators', 'console'] as const;

type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** An OpenAPI 3.0 document as API Gateway imports it. A type alias, so that it is assignable to what CDK takes. */
export type ApiBody = {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: { readonly [path: string]: JsonObject };
  readonly components: JsonObject;
  readonly 'x-amazon-apigateway-binary-media-types': readonly string[];
  readonly 'x-amazon-apigateway-gateway-responses': JsonObject;
};

/**
 * The REST API of both audiences. Only what API Gateway acts on: functions validate requests, and the description for readers is in
 * `shared/contract/openapi`.
 * Source: "OpenAPI extensions for API Gateway",
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function apiBody(options: ApiBodyOptions): ApiBody {
  const { title, description, mounts, corsOrigin } = options;
  const endpoints = AUDIENCES.flatMap((audience) => mounts[audience].endpoints);
  const anywhere = ['/{proxy+}', `${BASE_PATHS.console}/{proxy+}`];
  const paths = withAncestors([...endpoints.map(({ route }) => route.path), ...anywhere]);
  const pathItem = (path: string): JsonObject => {
    const here = endpoints.filter(({ route }) => route.path === path);
    const audience = audienceOf(path);
    const isConsoleEndpoint = audience === 'console' && here.length > 0;
    return {
      ...Object.fromEntries(
        here.flatMap((endpoint) => {
          const operation = endpointOperation(endpoint, audience, options);
          return methodsOf(endpoint.route).map((method) => [method.toLowerCase(), operation] as const);
        }),
      ),
      // Another method of an endpoint of the console is answered by the gateway, before anybody asks who calls.
      ...(!isConsoleEndpoint && { 'x-amazon-apigateway-any-method': notFound(path, audience, options) }),
      // Browsers of any origin may call what is for integrators; the console calls from its own.
      ...(audience === 'integrators' && { options: preflight(path, corsOrigin) }),
    };
  };
  return {
    openapi: '3.0.1',
    info: { title, description, version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, pathItem(path)])),
    components: {
      securitySchemes: Object.fromEntries(
        AUDIENCES.map((audience) => [audience, authorizer(mounts[audience].authorizer, options)]),
      ),
    },
    // Uploads are binary, and a proxied answer that is text stays text.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    'x-amazon-apigateway-gateway-responses': gatewayResponses(corsOrigin),
  };
}

/** Paths with all those above them, each once, in alphabetical order. */
function withAncestors(paths: readonly string[]): string[] {
  const all = new Set(['/']);
  for (const path of paths) {
    for (let at = path; at.length > 1; at = at.slice(0, at.lastIndexOf('/'))) all.add(at);
  }
  return [...all].sort();
}

/** Whose authorizer answers for a path, whether there is an endpoint or not. */
const audienceOf = (path: string): Audience =>
  `${path}/`.startsWith(`${BASE_PATHS.console}/`) ? 'console' : 'integrators';

type Calling = Pick<ApiBodyOptions, 'credentials' | 'gatewayArn'>;

const endpointOperation = (
  { route, functionArn }: Endpoint,
  audience: Audience,
  calling: Calling,
): JsonObject => ({
  ...parameters(route.path),
  ...(!route.open && behind(audience)),
  responses: { [route.status]: { description: 'As the function answers' } },
  'x-amazon-apigateway-integration': {
    ...proxy(functionArn, calling, route.stream === true),
    timeoutInMillis: endpointSeconds(route) * 1000,
  },
});

const notFound = (
  path: string,
  audience: Audience,
  { notFound: functionArn, ...calling }: Calling & Pick<ApiBodyOptions, 'notFound'>,
): JsonObject => ({
  ...parameters(path),
  ...behind(audience),
  responses: { 404: { description: 'As the function answers' } },
  'x-amazon-apigateway-integration': proxy(functionArn, calling),
});

/** Answers the browser's question before a cross-origin request; it carries no key, so no authorizer. */
function preflight(path: string, origin: string): JsonObject {
  const headers = Object.entries(preflightHeaders(origin));
  return {
    ...parameters(path),
    responses: {
      204: {
        description: 'What browsers may send',
        headers: Object.fromEntries(headers.map(([name]) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // With binary media types the gateway would hand the template bytes, and fail.
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'never',
      requestTemplates: { 'application/json': '{"statusCode":204}' },
      responses: {
        default: {
          statusCode: '204',
          responseParameters: Object.fromEntries(
            headers.map(([name, value]) => [`method.response.header.${name}`, constant(value)]),
          ),
        },
      },
    },
  };
}

function proxy(functionArn: string, { credentials, gatewayArn }: Calling, streams = false): JsonObject {
  const [version, operation] = streams
    ? ['2021-11-15', 'response-streaming-invocations']
    : ['2015-03-31', 'invocations'];
  return {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: `${gatewayArn}:lambda:path/${version}/functions/${functionArn}/${operation}`,
    credentials,
    ...(streams && { responseTransferMode: 'STREAM' }),
  };
}

/**
 * Nothing is cached, and no header is required by the gateway: a revoked key and a disabled person are refused at once, and a
 * request without a credential is refused by the same code as one with a wrong one.
 */
const authorizer = (functionArn: string, calling: Calling): JsonObject => ({
  type: 'apiKey',
  // What API Gateway wants as the name of an authorizer that sees the whole request.
  name: 'Unused',
  in: 'header',
  'x-amazon-apigateway-authtype': 'custom',
  'x-amazon-apigateway-authorizer': {
    type: 'request',
    authorizerUri: String(proxy(functionArn, calling).uri),
    authorizerCredentials: calling.credentials,
    authorizerResultTtlInSeconds: 0,
  },
});

const behind = (audience: Audience): JsonObject => ({ security: [{ [audience]: [] }] });

/** The parameters of a path, which OpenAPI wants declared; that of `{proxy+}` is called `proxy`. */
function parameters(path: string): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
  const declared = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return declared.length > 0 ? { parameters: declared } : {};
}

/** Gives the errors that API Gateway answers itself the shape of the contract. */
const gatewayResponses = (origin: string): JsonObject =>
  Object.fromEntries(
    GATEWAY_RESPONSES(LIMITS.gatewayBodyBytes).map(
      ({ type, status, code, message, field, details, headers }) => [
        type,
        {
          statusCode: String(status),
          responseParameters: {
            'gatewayresponse.header.X-Request-Id': 'context.requestId',
            ...Object.fromEntries(
              Object.entries({ ...corsHeaders(origin), ...headers }).map(([name, value]) => [
                `gatewayresponse.header.${name}`,
                constant(value),
              ]),
            ),
          },
          responseTemplates: {
            'application/json': JSON.stringify(new ApiError(code, message, { field, details }).toBody()),
          },
        },
      ],
    ),
  );

/** API Gateway takes a header's value as an expression; quotes make it a constant. */
const constant = (value: string): string => `'${value}'`;
