import { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { only, resourcesOf, synthesize } from './synthesized.ts';

const topic = 'arn:aws:sns:eu-central-1:123456789012:operators';
const STACKS = {
  personal: synthesize({ profile: 'personal' }),
  production: synthesize({ profile: 'production', alarmTopicArn: topic }),
};
const { personal, production } = STACKS;

const functionsOf = ({ service }: typeof personal) =>
  [...resourcesOf(service, 'AWS::Lambda::Function').values()].map(({ Properties }) => Properties);

describe.each(Object.keys(PROFILES) as ProfileName[])('profile %s', (name) => {
  const { app, data, service } = STACKS[name];
  const profile = PROFILES[name];

  test('passes the AWS Solutions checks', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
  });

  test('has all tables, and every function of the other one', () => {
    expect(functionsOf(STACKS[name]).map(({ FunctionName }) => FunctionName)).toEqual(
      functionsOf(personal).map(({ FunctionName }) => FunctionName),
    );
    expect(storesOf(data)).toEqual(storesOf(personal.data));
  });

  test('traces functions and requests or neither', () => {
    expect(only(service, 'AWS::ApiGateway::Stage').Properties.TracingEnabled).toBe(profile.tracing);
    for (const { TracingConfig } of functionsOf(STACKS[name])) {
      expect(TracingConfig).toEqual(profile.tracing ? { Mode: 'Active' } : undefined);
    }
  });

  test('keeps logs as long as it says', () => {
    for (const { Properties } of resourcesOf(service, 'AWS::Logs::LogGroup').values()) {
      expect(Properties.RetentionInDays).toBe(profile.logRetentionDays);
    }
  });

  test('is overridden by each setting', () => {
    const context = { profile: name, ingestConcurrency: '7', tracing: String(!profile.tracing) };
    expect(readConfig(new App({ context }).node)).toMatchObject({
      ...profile,
      ingestConcurrency: 7,
      tracing: !profile.tracing,
    });
  });
});

/** What holds data, without the metrics of the bucket, which only some deployments pay for. */
const storesOf = (data: Template): unknown =>
  JSON.parse(JSON.stringify(data.toJSON().Resources), (name, value: unknown) =>
    name === 'MetricsConfigurations' ? undefined : value,
  );

const reservedOf = (stacks: typeof personal): unknown =>
  Object.fromEntries(
    functionsOf(stacks)
      .filter((properties) => 'ReservedConcurrentExecutions' in properties)
      .map(({ FunctionName, ReservedConcurrentExecutions }) => [FunctionName, ReservedConcurrentExecutions]),
  );

test('a personal deployment fits an account that can reserve nothing', () => {
  expect(reservedOf(personal)).toEqual({});
});

test('production reserves what workers may take at a time, and authorizers; the synth says what that needs', () => {
  const { detectionConcurrency, ingestConcurrency } = PROFILES.production;
  expect(reservedOf(production)).toEqual({
    'vms-dev-authorizer-authorizer': 200,
    'vms-dev-detector-detector': detectionConcurrency,
    'vms-dev-ingest-ingest': ingestConcurrency,
  });
  const quota = 200 + detectionConcurrency + ingestConcurrency + 100;
  expect(production.notes).toContainEqual(
    expect.stringMatching(`must be ${quota} or more; an account limited to 10 can reserve nothing`),
  );
});

test('a function with a queue may run as often at a time as its queue calls it', () => {
  const mappings = [...resourcesOf(production.service, 'AWS::Lambda::EventSourceMapping').values()];
  const concurrencies = mappings
    .map(
      ({ Properties }) =>
        (Properties.ScalingConfig as { MaximumConcurrency: number } | undefined)?.MaximumConcurrency,
    )
    .filter((value) => value !== undefined);
  const { detectionConcurrency, ingestConcurrency, webhookConcurrency } = PROFILES.production;
  expect(concurrencies.sort((a, b) => a - b)).toEqual([
    ingestConcurrency,
    detectionConcurrency,
    webhookConcurrency,
  ]);
});

test('only production pays for metrics of every route, a dashboard and a web ACL', () => {
  const namespaces = (stacks: typeof personal): unknown[] =>
    functionsOf(stacks).map(
      ({ Environment }) =>
        (Environment as { Variables: Record<string, unknown> } | undefined)?.Variables[
          SETTINGS.metricsNamespace
        ],
    );
  expect(namespaces(personal).filter(Boolean)).toEqual([]);
  expect(namespaces(production)).toContain('vms-dev');
  for (const type of ['AWS::CloudWatch::Dashboard', 'AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation']) {
    expect([type, resourcesOf(personal.service, type).size]).toEqual([type, 0]);
    expect([type, resourcesOf(production.service, type).size]).toEqual([type, 1]);
  }
});

test('the web ACL refuses no request for its content', () => {
  const { Rules, DefaultAction } = only(production.service, 'AWS::WAFv2::WebACL').Properties;
  expect(DefaultAction).toEqual({ Allow: {} });
  expect((Rules as { Statement: object }[]).flatMap(({ Statement }) => Object.keys(Statement))).toEqual([
    'RateBasedStatement',
    'RateBasedStatement',
    'RateBasedStatement',
  ]);
  expect(JSON.stringify(Rules)).not.toMatch(/Body|QueryString|UriPath/);
});

test('requests without a credential have a limit of their own, far below that of all requests of an address', () => {
  interface Rule {
    Name: string;
    Statement: { RateBasedStatement: { Limit: number; ScopeDownStatement: unknown } };
  }
  const { Rules } = only(production.service, 'AWS::WAFv2::WebACL').Properties;
  const limits = Object.fromEntries(
    (Rules as Rule[]).map(({ Name, Statement }) => [Name, Statement.RateBasedStatement]),
  );
  const withoutKey = limits['requests-without-key'];
  expect(withoutKey?.Limit).toBeLessThanOrEqual((limits['requests-per-address']?.Limit ?? 0) / 10);
  expect(JSON.stringify(withoutKey?.ScopeDownStatement)).toMatch(/"NotStatement".*"authorization"/);
});

test('a domain serves the stage at its root, and ApiUrl names it', () => {
  const certificate = 'arn:aws:acm:eu-central-1:123456789012:certificate/c0ffee';
  const { service } = synthesize({ domainName: 'api.example.org', certificateArn: certificate });
  expect(only(service, 'AWS::ApiGateway::DomainName').Properties).toMatchObject({
    DomainName: 'api.example.org',
    RegionalCertificateArn: certificate,
    SecurityPolicy: 'TLS_1_2',
  });
  expect(only(service, 'AWS::ApiGateway::BasePathMapping').Properties).not.toHaveProperty('BasePath');
  expect(service.findOutputs('ApiUrl').ApiUrl).toEqual({ Value: 'https://api.example.org' });
  expect(Object.keys(service.findOutputs('DomainTarget'))).toEqual(['DomainTarget']);
});

test('paths of the contract follow ApiUrl as they are: it has no slash at its end', () => {
  expect(JSON.stringify(personal.service.findOutputs('ApiUrl').ApiUrl?.Value)).toMatch(/\/dev"\]\]\}$/);
});
