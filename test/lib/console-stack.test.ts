import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { CONSOLE_SCOPE, readConsoleConfig } from '../../shared/contract/console-config.ts';
import {
  CONSOLE_HEADERS,
  consoleDirectives,
  contentSecurityPolicy,
} from '../../shared/contract/content-security-policy.ts';
import { logicalId, only, outputsRead, type Resource, resourcesOf, synthesize } from './synthesized.ts';

const synthesized = synthesize({ stage: 'prod' });
const { app, data, service, console } = synthesized;

/** A value of the template as text: what is known at the deployment only, by the name of what it is taken from. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', null]] = Object.entries(value);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetStackOutput') {
    const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
    return `<${StackName}.${OutputName}>`;
  }
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  const [separator, parts] = argument as [string, unknown[]];
  if (name === 'Fn::Join') return parts.map(textOf).join(separator);
  if (name === 'Fn::Select') return `${textOf(parts)}[${separator}]`;
  if (name === 'Fn::Split') return `${textOf(parts)}.split(${separator})`;
  throw new Error(`${name} is not known here`);
}

const distribution = only(console, 'AWS::CloudFront::Distribution').Properties.DistributionConfig as {
  DefaultCacheBehavior: Record<string, unknown>;
  CacheBehaviors: Record<string, unknown>[];
  Origins: {
    Id: string;
    DomainName: unknown;
    OriginPath?: unknown;
    CustomOriginConfig?: Record<string, unknown>;
  }[];
  CustomErrorResponses?: unknown;
  Aliases?: unknown;
  ViewerCertificate?: unknown;
};
const originOf = ({ TargetOriginId }: Record<string, unknown>) =>
  distribution.Origins.find(({ Id }) => Id === TargetOriginId);
const consoleOrigin = `https://<${[...resourcesOf(console, 'AWS::CloudFront::Distribution').keys()][0]}.DomainName>`;

const clients = (template: Template): Resource[] => [
  ...resourcesOf(template, 'AWS::Cognito::UserPoolClient').values(),
];

test('exactly one client may ask for the scope of the console, and it has no other way in than the code', () => {
  const [client, ...more] = [data, service, console].flatMap(clients);
  expect(more).toEqual([]);
  expect(client?.Properties).toMatchObject({
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', CONSOLE_SCOPE],
    GenerateSecret: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    RefreshTokenRotation: { Feature: 'ENABLED' },
    ExplicitAuthFlows: ['ALLOW_USER_AUTH'],
  });
});

test('signing in and out leads to the addresses of the console alone', () => {
  const { CallbackURLs, LogoutURLs } = only(console, 'AWS::Cognito::UserPoolClient').Properties;
  expect((CallbackURLs as unknown[]).map(textOf)).toEqual([`${consoleOrigin}/callback`]);
  expect((LogoutURLs as unknown[]).map(textOf)).toEqual([`${consoleOrigin}/`]);
});

test('the authorizer accepts the tokens of the pool, which only that client can get', () => {
  const authorizer = [...resourcesOf(service, 'AWS::Lambda::Function').values()].find(
    ({ Properties }) => Properties.FunctionName === 'vms-prod-authorizer-console-authorizer',
  );
  const environment = authorizer?.Properties.Environment as
    | { Variables: Record<string, unknown> }
    | undefined;
  const { CONSOLE_ISSUER, CONSOLE_JWKS_URL } = environment?.Variables ?? {};
  const [pool] = resourcesOf(data, 'AWS::Cognito::UserPool').keys();
  expect(logicalId(CONSOLE_ISSUER, synthesized)).toBe(pool);
  expect(textOf(CONSOLE_JWKS_URL)).toBe(`${textOf(CONSOLE_ISSUER)}/.well-known/jwks.json`);
});

test('the pages come from a bucket that nothing but CloudFront reads', () => {
  expect(only(console, 'AWS::S3::Bucket').Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  const origin = originOf(distribution.DefaultCacheBehavior);
  expect(origin).toHaveProperty('OriginAccessControlId');
  const { Statement } = only(console, 'AWS::S3::BucketPolicy').Properties.PolicyDocument as {
    Statement: { Effect: string; Principal: Record<string, unknown>; Condition?: unknown; Action: unknown }[];
  };
  const readers = Statement.filter(({ Principal }) => Principal.Service === 'cloudfront.amazonaws.com');
  expect(readers.flatMap(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
  for (const { Condition } of readers) expect(JSON.stringify(Condition)).toContain('SiteDistribution');
});

test('the API is a second behaviour of the same origin: nothing of it is kept, and its errors stay its own', () => {
  const [behaviour, ...more] = distribution.CacheBehaviors;
  expect(more).toEqual([]);
  expect(behaviour).toMatchObject({
    PathPattern: '/console/api/*',
    ViewerProtocolPolicy: 'https-only',
    AllowedMethods: expect.arrayContaining(['GET', 'PATCH', 'POST', 'DELETE']),
    // CloudFront's managed policies CachingDisabled and AllViewerExceptHostHeader.
    CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
  });
  expect(behaviour).not.toHaveProperty('ResponseHeadersPolicyId');
  const origin = originOf(behaviour ?? {});
  expect(origin?.CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only' });
  expect(textOf(origin?.OriginPath)).toContain('<vms-prod.');
  expect(distribution).not.toHaveProperty('CustomErrorResponses');
});

test('CloudFront waits longer for the first byte than any endpoint that is not streamed may take', () => {
  const origin = originOf(distribution.CacheBehaviors[0] ?? {});
  expect(Number(origin?.CustomOriginConfig?.OriginReadTimeout)).toBeGreaterThan(29);
});

test('pages and files come under the policy and the headers that the local service sends, and HSTS', () => {
  const { ResponseHeadersPolicyConfig } = only(console, 'AWS::CloudFront::ResponseHeadersPolicy')
    .Properties as {
    ResponseHeadersPolicyConfig: {
      CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
      SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    };
  };
  const { CustomHeadersConfig, SecurityHeadersConfig } = ResponseHeadersPolicyConfig;
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  expect(ContentTypeOptions).toBeDefined();
  expect({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': FrameOptions?.FrameOption,
    'Referrer-Policy': ReferrerPolicy?.ReferrerPolicy,
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
  }).toEqual(CONSOLE_HEADERS);
  expect(StrictTransportSecurity?.AccessControlMaxAgeSec).toBe(31_536_000);

  const media = 'https://<vms-prod-data.MediaName>.s3.<AWS::Region>.<AWS::URLSuffix>';
  const signIn =
    'https://vms-prod-<AWS::StackId>.split(/)[2].split(-)[0].auth.<AWS::Region>.amazoncognito.com';
  const identity = ['https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>', signIn];
  expect(textOf(ContentSecurityPolicy?.ContentSecurityPolicy)).toBe(
    contentSecurityPolicy(consoleDirectives({ media, identity })),
  );
});

/** The properties of what puts files into the bucket, in the order in which it happens. */
const deployments = [...resourcesOf(console, 'Custom::CDKBucketDeployment').entries()].sort(
  ([id], [, other]) => (other.DependsOn?.includes(id) ? -1 : 1),
);

test('scripts come before the page that names them, are kept for good, and none is taken away', () => {
  const [[, assets], [, page]] = deployments as [[string, Resource], [string, Resource]];
  expect(assets.Properties).toMatchObject({
    DestinationBucketKeyPrefix: 'assets/',
    SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    Prune: false,
  });
  expect(page.Properties).toMatchObject({
    SystemMetadata: { 'cache-control': 'no-cache' },
    Prune: false,
    DistributionPaths: ['/index.html', '/config.json'],
  });
  expect(page.DependsOn).toContain(deployments[0]?.[0]);
});

/** The files that a deployment puts into the bucket. */
function filesOf([, { Properties }]: [string, Resource]): Map<string, string> {
  const { directory } = app.synth();
  const files = (Properties.SourceObjectKeys as string[]).flatMap((key) => {
    const folder = path.join(directory, `asset.${path.basename(key, '.zip')}`);
    return readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  });
  return new Map(files);
}

test('the bucket gets the built files and the configuration, and no compressed copy', () => {
  const [assets, page] = deployments.map(filesOf);
  expect([...(assets?.keys() ?? [])]).toEqual(['main-1a2b.js']);
  expect([...(page?.keys() ?? [])].sort()).toEqual(['config.json', 'index.html']);
});

test('the configuration is one that the console reads', () => {
  const [, page] = deployments as [unknown, [string, Resource]];
  const [, markers = {}] = page[1].Properties.SourceMarkers as Record<string, unknown>[];
  let text = filesOf(page).get('config.json') ?? '';
  for (const [marker, value] of Object.entries(markers)) {
    const known = textOf(value);
    text = text.replaceAll(marker, known.includes('ProviderURL') ? 'https://cognito-idp/pool' : 'x');
  }
  const config = readConsoleConfig(JSON.parse(text));
  expect(config).toMatchObject({
    issuer: 'https://cognito-idp/pool',
    scope: `openid email ${CONSOLE_SCOPE}`,
    publicApi: 'https://x.execute-api.x.x/prod',
    logout: { kind: 'cognito', url: 'https://vms-prod-x.auth.x.amazoncognito.com/logout' },
    installation: 'vms-prod-console',
  });
});

test('no template needs one that needs it', () => {
  const producersOf = (template: Template) => new Set(outputsRead(template).map(([stack]) => stack));
  expect(producersOf(data)).toEqual(new Set());
  expect(producersOf(service)).toEqual(new Set(['vms-prod-data']));
  expect(producersOf(console)).toEqual(new Set(['vms-prod-data', 'vms-prod']));
});

test('the address of the console is printed, and that of its own domain where it has one', () => {
  const outputs = console.toJSON().Outputs as Record<string, { Value: unknown }>;
  expect(textOf(outputs.ConsoleUrl?.Value)).toBe(`${consoleOrigin}/`);
  const own = synthesize({
    consoleDomainName: 'console.example.com',
    consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc-1',
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/abc-2',
  }).console;
  const { ConsoleUrl, ConsoleDomainTarget } = own.toJSON().Outputs;
  expect(ConsoleUrl.Value).toBe('https://console.example.com/');
  expect(textOf(ConsoleDomainTarget.Value)).toContain('DomainName');
  const { DistributionConfig } = only(own, 'AWS::CloudFront::Distribution').Properties;
  expect(DistributionConfig).toMatchObject({
    Aliases: ['console.example.com'],
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
  expect(only(own, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
    CallbackURLs: ['https://console.example.com/callback'],
    LogoutURLs: ['https://console.example.com/'],
  });
});
