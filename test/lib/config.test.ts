import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { only, resourcesOf, synthesize } from './synthesized.ts';

const topic = 'arn:aws:sns:eu-central-1:123456789012:operators';
const { data, service } = synthesize({
  stage: 'prod',
  keyPrefix: 'acme',
  corsOrigin: 'https://console.example',
  detectorModel: 'picodet-s-416',
  addedModels: '{"models":[]}\n',
  clipModel: 'clip-vit-base-patch32',
  // As `cdk -c` passes it.
  detectionConcurrency: '50',
  logRetentionDays: '7',
  alarmTopicArn: topic,
  quotas: '{"free":{"videos":50}}',
});

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
    [SETTINGS.addedModels]: '{"models":[]}\n',
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
    CorsRules: [{ AllowedOrigins: ['https://console.example'] }],
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

test('every alarm tells the configured topic', () => {
  const alarms = [...resourcesOf(service, 'AWS::CloudWatch::Alarm').values()];
  expect(alarms.length).toBeGreaterThan(0);
  for (const { Properties } of alarms) expect(Properties.AlarmActions).toEqual([topic]);
});

test.each([
  ['stage', 'Prod!'],
  ['stage', 7],
  ['keyPrefix', ''],
  ['corsOrigin', "https://a'b"],
  ['detectionConcurrency', 1],
  ['detectionConcurrency', 'many'],
  ['logRetentionDays', 2],
  ['alarmTopicArn', 'operators'],
  ['clipModel', '../clip'],
  ['quotas', '{"free":{"videos":-1}}'],
  ['quotas', '{"gratis":{"videos":1}}'],
  ['quotas', '{'],
])('context %s = %j is refused by name', (name, value) => {
  expect(() => readConfig(new App({ context: { [name]: value } }).node)).toThrow(name);
});
