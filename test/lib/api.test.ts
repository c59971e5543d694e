import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROFILES } from '../../lib/profiles.ts';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { GATEWAY_RESPONSES } from '../../shared/contract/gateway-responses.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { methodsOf } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { addressOf, bodyOf, functionIn, type Operation } from './api-body.ts';
import { idOf, logicalId, only, resourcesOf, rolePolicies, synthesize } from './synthesized.ts';

const synthesized = synthesize();
const { service } = synthesized;
const body = bodyOf(synthesized);
const paths = Object.keys(body.paths);

const integrationOf = (operation: Operation | undefined) => operation?.['x-amazon-apigateway-integration'];
const calledBy = (operation: Operation | undefined) =>
  functionIn(addressOf(integrationOf(operation)?.uri, synthesized));

const operations = Object.entries(body.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ path, verb, operation })),
);
const integrations = operations.map(({ operation }) => operation['x-amazon-apigateway-integration']);
const ANY = 'x-amazon-apigateway-any-method';

const AUDIENCES = ['integrators', 'console'] as const;
const ENDPOINTS = AUDIENCES.flatMap((audience) => endpointsFor(audience));
const isConsole = (path: string) => /^\/console\/api(\/|$)/.test(path);

const LAMBDA = 'arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path';

test.each(
  ENDPOINTS.flatMap((route) => methodsOf(route).map((method) => [method, route.path, route] as const)),
)('%s %s is answered by the function of its definition', (method, _, route) => {
  const integration = integrationOf(body.paths[route.path]?.[method.toLowerCase()]);
  const name = `vms-dev-${route.key.replaceAll('/', '-')}`;
  // The addresses of "Set up a Lambda proxy integration with payload response streaming in API Gateway".
  expect(addressOf(integration?.uri, synthesized)).toBe(
    route.stream
      ? `${LAMBDA}/2021-11-15/functions/${name}/response-streaming-invocations`
      : `${LAMBDA}/2015-03-31/functions/${name}/invocations`,
  );
  expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
  expect(integration?.responseTransferMode).toBe(route.stream ? 'STREAM' : undefined);
  const [fn] = [...resourcesOf(service, 'AWS::Lambda::Function').values()].filter(
    ({ Properties }) => Properties.FunctionName === name,
  );
  expect(integration?.timeoutInMillis).toBe(Number(fn?.Properties.Timeout) * 1000);
  if (route.timeout !== undefined) expect(fn?.Properties.Timeout).toBe(route.timeout);
  if (route.memory !== undefined) expect(fn?.Properties.MemorySize).toBe(route.memory);
});

test('only streamed answers may take longer than the gateway waits for a buffered one', () => {
  for (const { responseTransferMode, timeoutInMillis = 0 } of integrations)
    if (responseTransferMode !== 'STREAM') expect(timeoutInMillis).toBeLessThanOrEqual(29_000);
});

test('a streamed answer has time for the largest document at 2 Mbit/s, and no more than API Gateway allows', () => {
  const streamed = integrations.filter(({ responseTransferMode }) => responseTransferMode === 'STREAM');
  expect(streamed).not.toEqual([]);
  for (const { timeoutInMillis } of streamed) {
    expect(timeoutInMillis).toBeGreaterThan(((LIMITS.documentBytes * 8) / 2e6) * 1000);
    expect(timeoutInMillis).toBeLessThanOrEqual(15 * 60_000);
  }
});

test('there is no method but those of the contract, not-found and preflight', () => {
  const verbs = operations.filter(({ verb }) => verb !== ANY && verb !== 'options');
  expect(verbs.map(({ path, verb }) => `${verb.toUpperCase()} ${path}`).sort()).toEqual(
    ENDPOINTS.flatMap((route) => methodsOf(route).map((method) => `${method} ${route.path}`)).sort(),
  );
});

test('whatever no endpoint answers, at any depth, is answered by not-found', () => {
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/{proxy+}', '/api', '/console/api', '/console/api/{proxy+}']),
  );
  const consoleEndpoints = new Set(endpointsFor('console').map(({ path }) => path));
  for (const path of paths) {
    // Another method of a console's path is MISSING_AUTHENTICATION_TOKEN to the gateway, which it answers alike.
    const expected = consoleEndpoints.has(path) ? undefined : 'vms-dev-not-found';
    expect([path, calledBy(body.paths[path]?.[ANY])]).toEqual([path, expected]);
  }
});

test('every path above one that is answered is answered too', () => {
  const above = paths.map((path) => path.slice(0, path.lastIndexOf('/')) || '/');
  expect(above.filter((path) => !paths.includes(path))).toEqual([]);
});

test('every method but preflight and the open endpoints is behind the authorizer of its audience', () => {
  const isOpen = ({ path, verb }: { path: string; verb: string }) =>
    ENDPOINTS.some(
      (route) => route.open && route.path === path && methodsOf(route).includes(verb.toUpperCase()),
    );
  const open = new Set(operations.filter(isOpen).map(({ path }) => path));
  expect([...open].sort()).toEqual(['/', '/api/docs', '/api/openapi.json']);
  for (const { path, verb, operation } of operations) {
    const isFree = isOpen({ path, verb }) || verb === 'options';
    const expected = isFree ? undefined : [{ [isConsole(path) ? 'console' : 'integrators']: [] }];
    expect([path, verb, operation.security]).toEqual([path, verb, expected]);
  }
});

test('the authorizers see every request and nothing they said is remembered', () => {
  const asked = Object.entries(body.components.securitySchemes).map(([name, scheme]) => {
    const { authorizerUri, authorizerCredentials: _, ...settings } = scheme['x-amazon-apigateway-authorizer'];
    // Without the source of an identity API Gateway refuses no request by itself.
    expect(settings).toEqual({ type: 'request', authorizerResultTtlInSeconds: 0 });
    // What "x-amazon-apigateway-authorizer object" asks for where no single header identifies the caller.
    expect(scheme).toMatchObject({
      type: 'apiKey',
      name: 'Unused',
      in: 'header',
      'x-amazon-apigateway-authtype': 'custom',
    });
    return [name, addressOf(authorizerUri, synthesized)];
  });
  expect(asked).toEqual([
    ['integrators', `${LAMBDA}/2015-03-31/functions/vms-dev-authorizer-authorizer/invocations`],
    ['console', `${LAMBDA}/2015-03-31/functions/vms-dev-authorizer-console-authorizer/invocations`],
  ]);
});

test('the gateway calls functions by one role, which may call exactly those and is assumed by nothing else', () => {
  const role = idOf(service, 'AWS::IAM::Role', 'HttpCaller');
  const given = [
    ...integrations.filter(({ type }) => type === 'aws_proxy').map(({ credentials }) => credentials),
    ...Object.values(body.components.securitySchemes).map(
      (scheme) => scheme['x-amazon-apigateway-authorizer'].authorizerCredentials,
    ),
  ];
  expect([...new Set(given.map((credentials) => logicalId(credentials, synthesized)))]).toEqual([role]);
  expect(resourcesOf(service, 'AWS::IAM::Role').get(role)?.Properties.AssumeRolePolicyDocument).toMatchObject(
    {
      Statement: [{ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } }],
    },
  );
  const functions = new Map(
    [...resourcesOf(service, 'AWS::Lambda::Function')].map(([id, { Properties }]) => [
      id,
      String(Properties.FunctionName),
    ]),
  );
  const allowed = rolePolicies<{ Statement: { Action: unknown; Resource: unknown }[] }>(service, synthesized)
    .filter(({ roles }) => roles.includes(role))
    .flatMap(({ document }) => document.Statement)
    .flatMap(({ Action, Resource }) =>
      [Resource]
        .flat()
        .map((arn) => `${Action} ${functions.get(logicalId(arn, synthesized) ?? '') ?? JSON.stringify(arn)}`),
    );
  const called = [
    'authorizer-authorizer',
    'authorizer-console-authorizer',
    'not-found',
    ...ENDPOINTS.map(({ key }) => key.replaceAll('/', '-')),
  ];
  expect(allowed.sort()).toEqual(
    [...new Set(called)].map((name) => `lambda:InvokeFunction vms-dev-${name}`).sort(),
  );
  // Before the role may, nothing is deployed that calls by it.
  const policies = [...resourcesOf(service, 'AWS::IAM::Policy').keys()].filter((id) =>
    id.startsWith('HttpCaller'),
  );
  expect(only(service, 'AWS::ApiGateway::RestApi').DependsOn).toEqual(expect.arrayContaining(policies));
});

test('no function lets API Gateway call it in its own name', () => {
  const principals = [...resourcesOf(service, 'AWS::Lambda::Permission').values()].map(
    ({ Properties }) => Properties.Principal,
  );
  expect(new Set(principals)).toEqual(new Set(['events.amazonaws.com']));
});

test('preflight is answered on every path but the console’s, by the gateway itself and without a key', () => {
  for (const path of paths) {
    const operation = body.paths[path]?.options;
    if (isConsole(path)) {
      expect(operation).toBeUndefined();
      continue;
    }
    expect([path, integrationOf(operation)]).toMatchObject([
      path,
      // With binary media types the template must be text again.
      { type: 'mock', contentHandling: 'CONVERT_TO_TEXT', passthroughBehavior: 'never' },
    ]);
    const answer = integrationOf(operation)?.responses?.default;
    expect(answer?.statusCode).toBe('204');
    expect(answer?.responseParameters).toMatchObject({
      'method.response.header.Access-Control-Allow-Origin': "'*'",
      'method.response.header.Access-Control-Allow-Methods': "'GET,POST,PATCH,DELETE'",
    });
    // The gateway sends what the method declares and no other header.
    const declared = operation?.responses['204']?.headers ?? {};
    expect(Object.keys(declared).map((name) => `method.response.header.${name}`)).toEqual(
      Object.keys(answer?.responseParameters ?? {}),
    );
  }
});

const gatewayResponses = body['x-amazon-apigateway-gateway-responses'];

test('the gateway has no answer of its own but those of the contract', () => {
  expect(Object.keys(gatewayResponses)).toEqual(
    GATEWAY_RESPONSES(LIMITS.gatewayBodyBytes).map(({ type }) => type),
  );
});

test.each(
  GATEWAY_RESPONSES(LIMITS.gatewayBodyBytes).map((definition) => [definition.type, definition] as const),
)('the gateway answers %s in the shape of the contract', (type, { status, code, message, details }) => {
  const response = gatewayResponses[type];
  expect(response?.statusCode).toBe(String(status));
  expect(Object.keys(response?.responseTemplates ?? {})).toEqual(['application/json']);
  expect(JSON.parse(response?.responseTemplates['application/json'] ?? '')).toEqual({
    error: { code, message, ...(details && { details }) },
  });
  expect(response?.responseParameters).toMatchObject({
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
  });
});

test('a denied key and a missing one are answered alike, header by header and byte by byte', () => {
  const { ACCESS_DENIED: denied, UNAUTHORIZED: unauthorized } = gatewayResponses;
  expect(denied).toMatchObject({
    statusCode: '401',
    responseParameters: { 'gatewayresponse.header.WWW-Authenticate': "'Bearer'" },
  });
  expect(JSON.stringify(denied)).toBe(JSON.stringify(unauthorized));
});

test('bodies reach the functions as bytes', () => {
  expect(body['x-amazon-apigateway-binary-media-types']).toEqual(['*/*']);
});

test('the API is regional, which CloudFormation reads from another property where there is a body', () => {
  expect(only(service, 'AWS::ApiGateway::RestApi').Properties).toMatchObject({
    EndpointConfiguration: { Types: ['REGIONAL'] },
    Parameters: { endpointConfigurationTypes: 'REGIONAL' },
  });
});

test('an API of which a part cannot be imported is not deployed', () => {
  expect(only(service, 'AWS::ApiGateway::RestApi').Properties.FailOnWarnings).toBe(true);
});

test('a change of the body is deployed to the stage, and nothing else is', () => {
  const deploymentOf = (context: Record<string, unknown>): string[] => {
    const other = synthesize(context);
    const deployments = [...resourcesOf(other.service, 'AWS::ApiGateway::Deployment').keys()];
    const { DeploymentId } = only(other.service, 'AWS::ApiGateway::Stage').Properties;
    expect([logicalId(DeploymentId, other)]).toEqual(deployments);
    return deployments;
  };
  const now = deploymentOf({});
  expect(deploymentOf({ logRetentionDays: '30' })).toEqual(now);
  expect(deploymentOf({ corsOrigin: 'https://example.org' })).not.toEqual(now);
});

test('the stage is throttled and logged without request bodies', () => {
  const rate = PROFILES.personal.requestRate;
  const { Properties } = only(service, 'AWS::ApiGateway::Stage');
  expect(Properties).toMatchObject({
    MethodSettings: expect.arrayContaining([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        LoggingLevel: 'ERROR',
        DataTraceEnabled: false,
        ThrottlingRateLimit: rate,
        ThrottlingBurstLimit: rate,
      },
    ]),
  });
  expect(JSON.stringify(Properties.AccessLogSetting)).not.toMatch(/context\.path|authorization/i);
});

test('each open method admits a tenth of what the others do, and logs no bodies either', () => {
  const { MethodSettings } = only(service, 'AWS::ApiGateway::Stage').Properties;
  const open = ROUTES.filter((route) => route.open).flatMap((route) =>
    methodsOf(route).map((method) => ({ path: route.path, method })),
  );
  const rate = PROFILES.personal.requestRate / 10;
  expect(MethodSettings).toHaveLength(1 + open.length);
  for (const { path, method } of open) {
    expect(MethodSettings).toContainEqual({
      HttpMethod: method,
      ResourcePath: path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`,
      LoggingLevel: 'ERROR',
      DataTraceEnabled: false,
      ThrottlingRateLimit: rate,
      ThrottlingBurstLimit: rate,
    });
  }
});

test('Redocly takes the body for OpenAPI 3.0', async () => {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-api-body-'));
  try {
    // `{proxy+}` is API Gateway's, whose parameter is called `proxy`.
    const document = JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'Fn::Join' in value ? 'arn:aws' : value,
    ).replaceAll('{proxy+}', '{proxy}');
    await writeFile(path.join(folder, 'openapi.json'), document);
    const run = promisify(execFile)(
      process.execPath,
      [cli, 'lint', 'openapi.json', '--extends', 'spec', '--format', 'json'],
      { cwd: folder, env: { ...process.env, CI: 'true', REDOCLY_TELEMETRY: 'off' } },
    );
    // A finding is reported by the exit code too.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect((JSON.parse(stdout) as { problems: unknown[] }).problems).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
