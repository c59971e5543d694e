import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { only, resourcesOf, synthesizeAnother } from './synthesized.ts';

const { data, service } = synthesizeAnother(
  {
    stage: 'prod',
    keyPrefix: 'acme',
    corsOrigin: 'https://console.example',
    // As `cdk -c` passes it.
    detectionConcurrency: '50',
    logRetentionDays: '7',
    quotas: '{"free":{"videos":50}}',
  },
  { detector: 'picodet-s-416', clip: 'clip-vit-base-patch32', added: 'models/weights/manifest.json' },
);

const variables = (name: string): unknown => {
  const fn = [...resourcesOf(service, 'AWS::Lambda::Function').values()].find(
    ({ Properties }) => Properties.FunctionName === `vms-prod-${name}`,
  );
  return (fn?.Properties.Environment as { Variables: unknown } | undefined)?.Variables;
};

test('the stage names what operators look for', () => {
  expect(only(service, 'AWS::ApiGateway::Stage').Properties.StageName).toBe('prod');
  for (const { Properties } of resourcesOf(service, 'AWS::Lambda::Function').values()) {
    expect(Properties.FunctionName).toMatch(/^vms-prod-/);
  }
});

test('settings reach the functions that need them', () => {
  expect(variables('authorizer-authorizer')).toMatchObject({ [SETTINGS.keyPrefix]: 'acme' });
  expect(variables('processing-start-processing')).toMatchObject({
    [SETTINGS.detectorModel]: 'picodet-s-416',
    [SETTINGS.addedModels]: '/var/task/models/weights/manifest.json',
    [SETTINGS.clipModel]: 'clip-vit-base-patch32',
    [SETTINGS.quotas]: '{"free":{"videos":50}}',
  });
  expect(variables('videos-upload-video')).toMatchObject({ [SETTINGS.quotas]: '{"free":{"videos":50}}' });
  expect(variables('ingest-ingest')).toMatchObject({ [SETTINGS.detectorModel]: 'picodet-s-416' });
});

test('the permitted origin is the same in preflight, gateway errors, proxied answers and uploads', () => {
  expect(JSON.stringify(service.toJSON())).not.toContain(`Allow-Origin":"'*'"`);
  for (const name of ['account-whoami', 'not-found']) {
    expect(variables(name)).toMatchObject({ [SETTINGS.corsOrigin]: 'https://console.example' });
  }
  expect(only(data, 'AWS::S3::Bucket').Properties.CorsConfiguration).toMatchObject({
    CorsRules: [{ AllowedOrigins: ['https://console.example', 'https://*.cloudfront.net'] }],
  });
});

test('concurrency and log retention are as configured', () => {
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    ScalingConfig: { MaximumConcurrency: 50 },
  });
  for (const { Properties } of resourcesOf(service, 'AWS::Logs::LogGroup').values()) {
    expect(Properties.RetentionInDays).toBe(7);
  }
});

test.each([
  ['stage', 'Prod!'],
  ['stage', 7],
  ['keyPrefix', ''],
  ['corsOrigin', "https://a'b"],
  ['detectionConcurrency', 1],
  ['detectionConcurrency', 'many'],
  ['requestRate', 5],
  ['requestRate', 20_000],
  ['authorizerConcurrency', 1],
  // It would notify nobody.
  ['monthlyBudget', 50],
  ['logRetentionDays', 2],
  ['alarmTopicArn', 'operators'],
  ['clipModel', '../clip'],
  ['quotas', '{"free":{"videos":-1}}'],
  ['quotas', '{"gratis":{"videos":1}}'],
  ['quotas', '{'],
  ['profile', 'staging'],
  ['tracing', 'yes'],
  ['reserveConcurrency', 1],
  ['alarms', 'none'],
  ['zones', 'eu-central-1a'],
  ['baseImage', 'nodejs:24 --squash'],
  ['domainName', 'API.example'],
  ['consoleDomainName', 'console'],
  // CloudFront looks for certificates in one region.
  ['consoleCertificateArn', 'arn:aws:acm:eu-central-1:123456789012:certificate/1'],
  ['selfSignUp', 'perhaps'],
  ['mfa', 'none'],
  ['detecionConcurrency', 5],
  ['detection-concurrency', 5],
  ['zones2', 'eu-central-1a,eu-central-1b'],
])('context %s = %j is refused by name', (name, value) => {
  expect(() => readConfig(new App({ context: { [name]: value } }).node)).toThrow(`-c ${name}`);
});

test.each([
  ['certificateArn', { domainName: 'api.example' }],
  ['domainName', { certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1' }],
  ['consoleCertificateArn', { consoleDomainName: 'console.example' }],
  ['consoleDomainName', { consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' }],
])('a missing %s is asked for', (name, context) => {
  expect(() => readConfig(new App({ context }).node)).toThrow(`-c ${name}`);
});

test('an authorizer that could not serve what the stage admits is refused where concurrency is reserved', () => {
  const config = (context: Record<string, unknown>) => () =>
    readConfig(new App({ context: { profile: 'production', ...context } }).node);
  // 10 requests a second each, and twice the rate in the first second.
  expect(config({ requestRate: 1001 })).toThrow('-c authorizerConcurrency: must be 201 or more');
  expect(config({ authorizerConcurrency: 199 })).toThrow(
    '-c authorizerConcurrency="199"'.replaceAll('"', ''),
  );
  expect(config({ requestRate: 2000, authorizerConcurrency: 400 })()).toMatchObject({ requestRate: 2000 });
  expect(config({ requestRate: 2000, reserveConcurrency: false })).not.toThrow();
});

const refusalOf = (context: Record<string, unknown>): string => {
  try {
    readConfig(new App({ context }).node);
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
};

test('an unknown profile is reported alone', () => {
  const refusal = refusalOf({ profile: 'prod' });
  expect(refusal.split('\n')).toHaveLength(1);
  expect(refusal).toContain('-c profile="prod"');
  expect(refusal).toContain('personal or production');
});

test.each([
  ['profile', 'staging', 'personal or production'],
  ['corsOrigin', 'console.example', 'one origin, as https://example.org, or *'],
  ['detectionConcurrency', '1', 'from 2 to 1000'],
  ['detectionConcurrency', '2.5', 'a whole number'],
  ['ingestConcurrency', 'many', 'a whole number'],
  ['zones', 'eu-central-1a', 'two zones or more, as eu-central-1a,eu-central-1b'],
  ['domainName', 'API.example', 'a domain in lower-case letters, as api.example.org'],
  ['consoleCertificateArn', 'arn:aws:acm:eu-west-1:123456789012:certificate/1', 'in us-east-1'],
  ['alarmTopicArn', 'operators', 'the ARN of an SNS topic'],
  ['detectorModel', 'YOLOX', 'the id of a model: lower-case letters, digits and dashes'],
  ['baseImage', 'nodejs:24 --squash', 'an image, as public.ecr.aws/lambda/nodejs:24'],
  ['logRetentionDays', '15', '1, 3, 5, 7, 14, 30, 60'],
  ['logRetentionDays', 'long', '1, 3, 5, 7, 14, 30, 60'],
  ['alarms', 'none', 'essential or all'],
  ['mfa', 'none', 'optional or required'],
  ['tracing', 'yes', 'true or false'],
  ['quotas', '{"free":{"vids":1}}', 'free: Unrecognized key: "vids"'],
  [
    'quotas',
    '{"free":{"videos":-1,"bytes":-1}}',
    'free.videos: Too small: expected number to be >=0; free.bytes: Too',
  ],
  ['quotas', '{\n', 'in JSON at position 2'],
])('what %s = %j should be is described in words, a fault a line', (name, value, words) => {
  const lines = refusalOf({ [name]: value })
    .replace('Error: ', '')
    .split('\n');
  expect(lines[0]).toMatch(`-c ${name}=`);
  expect(lines[0]).toContain(words);
  for (const line of lines) expect(line).toMatch(/^-c (?!.*pattern)/);
});

test('an unknown setting is reported with the known names', () => {
  expect(refusalOf({ stge: 'prod' })).toMatch(/-c stge: is no setting; there are profile, stage, .*webAcl/);
});

test('a missing value is not called undefined', () => {
  expect(refusalOf({ domainName: 'api.example' })).toContain('-c certificateArn: a domain and');
});

test('all that is wrong is named at once', () => {
  const context = { stage: 'Prod!', ingestConcurrency: 1, nonsense: 'x' };
  const refused = (): unknown => readConfig(new App({ context }).node);
  for (const name of Object.keys(context)) expect(refused).toThrow(`-c ${name}`);
});

test('context values of CDK are not taken for settings', () => {
  const context = {
    'cli-telemetry': false,
    'acknowledged-issue-numbers': [1],
    '@aws-cdk/core:x': true,
    'vpc-provider:account=1': {},
  };
  expect(readConfig(new App({ context }).node).profile).toBe('personal');
});
