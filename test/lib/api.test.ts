import { expect, test } from 'vitest';
import { rowsFor } from '../../shared/contract/audience.ts';
import { GATEWAY_RESPONSES } from '../../shared/contract/gateway-responses.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { logicalId, propertiesOf, resourcesOf, synthesize } from './synthesized.ts';

const synthesized = synthesize();
const { service } = synthesized;

const functionName = (id: string | null): unknown =>
  resourcesOf(service, 'AWS::Lambda::Function').get(id ?? '')?.Properties.FunctionName;

const resources = resourcesOf(service, 'AWS::ApiGateway::Resource');

function pathOf(id: string | null): string {
  const resource = resources.get(id ?? '');
  if (resource === undefined) return '';
  const { ParentId, PathPart } = resource.Properties;
  return `${pathOf(logicalId(ParentId, synthesized))}/${PathPart}`;
}

interface Method {
  path: string;
  verb: unknown;
  authorization: unknown;
  authorizer: string | null;
  integration: Record<string, unknown>;
  /** Name of the function that answers. */
  answeredBy: unknown;
}

const methods: Method[] = [...resourcesOf(service, 'AWS::ApiGateway::Method').values()].map(
  ({ Properties }) => {
    const integration = Properties.Integration as Record<string, unknown>;
    const uri = (integration.Uri as { 'Fn::Join': [string, unknown[]] } | undefined)?.['Fn::Join'][1] ?? [];
    const target = uri.find((part) => typeof part === 'object' && part !== null && 'Fn::GetAtt' in part);
    return {
      path: pathOf(logicalId(Properties.ResourceId, synthesized)) || '/',
      verb: Properties.HttpMethod,
      authorization: Properties.AuthorizationType,
      authorizer: logicalId(Properties.AuthorizerId, synthesized),
      integration,
      answeredBy: functionName(logicalId(target, synthesized)),
    };
  },
);

const ofPath = (path: string, verb: string) => methods.filter((m) => m.path === path && m.verb === verb);

const AUDIENCES = ['integrators', 'console'] as const;
const ROWS = AUDIENCES.flatMap((audience) => rowsFor(audience));
const isConsole = (path: string) => /^\/console\/api(\/|$)/.test(path);

test.each(ROWS.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is answered by the function of its row',
  (_, route) => {
    const [method, ...more] = ofPath(route.path, route.method);
    expect(more).toEqual([]);
    expect(method?.answeredBy).toBe(`vms-dev-${route.key.replaceAll('/', '-')}`);
    expect(method?.integration.ResponseTransferMode).toBe(route.stream ? 'STREAM' : undefined);
    const [fn] = [...resourcesOf(service, 'AWS::Lambda::Function').values()].filter(
      ({ Properties }) => Properties.FunctionName === method?.answeredBy,
    );
    expect(method?.integration.TimeoutInMillis).toBe(Number(fn?.Properties.Timeout) * 1000);
    if (route.timeout !== undefined) expect(fn?.Properties.Timeout).toBe(route.timeout);
    if (route.memory !== undefined) expect(fn?.Properties.MemorySize).toBe(route.memory);
  },
);

test('only streamed answers may take longer than the gateway waits for a buffered one', () => {
  for (const { integration } of methods) {
    if (integration.ResponseTransferMode !== 'STREAM') {
      expect(Number(integration.TimeoutInMillis ?? 0)).toBeLessThanOrEqual(29_000);
    }
  }
});

test('a streamed answer has time for the largest document at 2 Mbit/s, and no more than API Gateway allows', () => {
  const streamed = methods.filter(({ integration }) => integration.ResponseTransferMode === 'STREAM');
  expect(streamed).not.toEqual([]);
  for (const { integration } of streamed) {
    expect(Number(integration.TimeoutInMillis)).toBeGreaterThan(((LIMITS.documentBytes * 8) / 2e6) * 1000);
    expect(Number(integration.TimeoutInMillis)).toBeLessThanOrEqual(15 * 60_000);
  }
});

test('there is no method but those of the contract, not-found and preflight', () => {
  const verbs = methods.filter(({ verb }) => verb !== 'ANY' && verb !== 'OPTIONS');
  expect(verbs).toHaveLength(ROWS.length);
});

test('whatever no route answers, at any depth, is answered by not-found', () => {
  const paths = ['/', ...[...resources.keys()].map(pathOf)];
  expect(paths).toEqual(expect.arrayContaining(['/{proxy+}', '/console/api', '/console/api/{proxy+}']));
  const consoleRows = new Set(rowsFor('console').map(({ path }) => path));
  for (const path of paths) {
    // Another method of a console's path is MISSING_AUTHENTICATION_TOKEN to the gateway, which it answers alike.
    const expected = consoleRows.has(path) ? [] : ['vms-dev-not-found'];
    expect([path, ofPath(path, 'ANY').map(({ answeredBy }) => answeredBy)]).toEqual([path, expected]);
  }
});

/** The function that an authorizer asks. */
function askedBy(authorizer: string | null): unknown {
  const { AuthorizerUri } = propertiesOf(service, 'AWS::ApiGateway::Authorizer', authorizer) as {
    AuthorizerUri: { 'Fn::Join': [string, unknown[]] };
  };
  const target = AuthorizerUri['Fn::Join'][1].find(
    (part) => typeof part === 'object' && part !== null && 'Fn::GetAtt' in part,
  );
  return functionName(logicalId(target, synthesized));
}

test('every method but preflight and the open routes is behind the authorizer of its audience', () => {
  const isOpen = ({ path, verb }: Method) =>
    ROWS.some((route) => route.open && route.path === path && route.method === verb);
  const [open, closed] = [methods.filter(isOpen), methods.filter((method) => !isOpen(method))];
  expect(open.map(({ path }) => path).sort()).toEqual(['/', '/api/docs', '/api/openapi.json']);
  for (const method of open) expect(method).toMatchObject({ authorization: 'NONE', authorizer: null });
  for (const method of closed.filter(({ verb }) => verb !== 'OPTIONS')) {
    const name = isConsole(method.path) ? 'console-authorizer' : 'authorizer';
    expect([method.path, method.authorization, askedBy(method.authorizer)]).toEqual([
      method.path,
      'CUSTOM',
      `vms-dev-authorizer-${name}`,
    ]);
  }
});

test('preflight is answered on every path but the console’s, by the gateway itself and without a key', () => {
  for (const path of ['/', ...[...resources.keys()].map(pathOf)]) {
    const [method] = ofPath(path, 'OPTIONS');
    if (isConsole(path)) {
      expect(method).toBeUndefined();
      continue;
    }
    expect(method).toMatchObject({ authorization: 'NONE', integration: { Type: 'MOCK' } });
    expect(JSON.stringify(method?.integration)).toContain(
      `"method.response.header.Access-Control-Allow-Origin":"'*'"`,
    );
  }
});

test('the authorizers see every request and nothing they said is remembered', () => {
  const authorizers = [...resourcesOf(service, 'AWS::ApiGateway::Authorizer').values()];
  expect(authorizers).toHaveLength(AUDIENCES.length);
  for (const { Properties } of authorizers) {
    expect(Properties).toMatchObject({
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: '',
    });
  }
});

const gatewayResponses = new Map(
  [...resourcesOf(service, 'AWS::ApiGateway::GatewayResponse').values()].map(({ Properties }) => [
    Properties.ResponseType,
    Properties as {
      ResponseType: string;
      StatusCode: string;
      ResponseParameters: Record<string, string>;
      ResponseTemplates: Record<string, string>;
    },
  ]),
);

test.each(GATEWAY_RESPONSES(LIMITS.gatewayBodyBytes).map((row) => [row.type, row] as const))(
  'the gateway answers %s in the shape of the contract',
  (type, { status, code, message, details }) => {
    const response = gatewayResponses.get(type);
    expect(response?.StatusCode).toBe(String(status));
    expect(Object.keys(response?.ResponseTemplates ?? {})).toEqual(['application/json']);
    expect(JSON.parse(response?.ResponseTemplates['application/json'] ?? '')).toEqual({
      error: { code, message, ...(details && { details }) },
    });
    expect(response?.ResponseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
    });
  },
);

test('a denied key and a missing one are answered alike, header by header and byte by byte', () => {
  const { ResponseType: _, ...denied } = gatewayResponses.get('ACCESS_DENIED') ?? {};
  const { ResponseType: __, ...unauthorized } = gatewayResponses.get('UNAUTHORIZED') ?? {};
  expect(denied).toMatchObject({
    StatusCode: '401',
    ResponseParameters: { 'gatewayresponse.header.WWW-Authenticate': "'Bearer'" },
  });
  expect(JSON.stringify(denied)).toBe(JSON.stringify(unauthorized));
});

test('bodies reach the functions as bytes', () => {
  const [api] = resourcesOf(service, 'AWS::ApiGateway::RestApi').values();
  expect(api?.Properties.BinaryMediaTypes).toEqual(['*/*']);
});

test('the stage is throttled and logged without request bodies', () => {
  const [stage] = resourcesOf(service, 'AWS::ApiGateway::Stage').values();
  expect(stage?.Properties).toMatchObject({
    MethodSettings: [
      {
        DataTraceEnabled: false,
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      },
    ],
  });
  expect(JSON.stringify(stage?.Properties.AccessLogSetting)).not.toMatch(/context\.path|authorization/i);
});
