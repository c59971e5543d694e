import { expect, test } from 'vitest';
import { rowsFor } from '../../shared/contract/audience.ts';
import { GATEWAY_RESPONSES } from '../../shared/contract/gateway-responses.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { logicalId, resourcesOf, synthesize } from './synthesized.ts';

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

const ROWS = rowsFor('integrators');

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

test('there is no method but those of the contract, not-found and preflight', () => {
  const verbs = methods.filter(({ verb }) => verb !== 'ANY' && verb !== 'OPTIONS');
  expect(verbs).toHaveLength(ROWS.length);
});

test('whatever no route answers, at any depth, is answered by not-found', () => {
  const paths = ['/', ...[...resources.keys()].map(pathOf)];
  expect(paths).toContain('/{proxy+}');
  for (const path of paths) {
    expect(ofPath(path, 'ANY').map(({ answeredBy }) => answeredBy)).toEqual(['vms-dev-not-found']);
  }
});

test('every method but preflight and the open routes is behind the one authorizer', () => {
  const [authorizer] = resourcesOf(service, 'AWS::ApiGateway::Authorizer').keys();
  const isOpen = ({ path, verb }: Method) =>
    ROWS.some((route) => route.open && route.path === path && route.method === verb);
  const [open, closed] = [methods.filter(isOpen), methods.filter((method) => !isOpen(method))];
  expect(open.map(({ path }) => path).sort()).toEqual(['/', '/api/docs', '/api/openapi.json']);
  for (const method of open) expect(method).toMatchObject({ authorization: 'NONE', authorizer: null });
  for (const method of closed.filter(({ verb }) => verb !== 'OPTIONS')) {
    expect(method).toMatchObject({ authorization: 'CUSTOM', authorizer });
  }
});

test('preflight is answered on every path, by the gateway itself and without a key', () => {
  for (const path of ['/', ...[...resources.keys()].map(pathOf)]) {
    const [method] = ofPath(path, 'OPTIONS');
    expect(method).toMatchObject({ authorization: 'NONE', integration: { Type: 'MOCK' } });
    expect(JSON.stringify(method?.integration)).toContain(
      `"method.response.header.Access-Control-Allow-Origin":"'*'"`,
    );
  }
});

test('the authorizer sees every request and nothing it said is remembered', () => {
  const [authorizer] = resourcesOf(service, 'AWS::ApiGateway::Authorizer').values();
  expect(authorizer?.Properties).toMatchObject({
    Type: 'REQUEST',
    AuthorizerResultTtlInSeconds: 0,
    IdentitySource: '',
  });
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
