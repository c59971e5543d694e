/**
 * What an update of a deployment may not replace: from the first release on, a change of the record loses data or
 * breaks clients, and is an entry in CHANGELOG.md. Written by `npx vitest run test/lib/retained-resources.test.ts -u`.
 */
import { describe, expect, test } from 'vitest';
import { outputsRead, resourcesOf, type Synthesized, synthesize } from './synthesized.ts';

/** The properties whose change replaces a resource of a type. */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'GlobalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::Cognito::UserPool': [
    'UserPoolName',
    'UsernameAttributes',
    'AliasAttributes',
    'UsernameConfiguration',
  ],
  'AWS::ApiGateway::RestApi': ['Name'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

test('tables, bucket, user pool, queues and API are those that the last release deployed', async () => {
  const { data, service } = synthesize({ stage: 'prod', profile: 'production' });
  const lines = [data, service].flatMap((template) =>
    Object.entries(REPLACING).flatMap(([type, properties]) =>
      [...resourcesOf(template, type)].map(([id, { Properties }]) => {
        const kept = properties.map((name) => [name, Properties[name]]);
        return `${type} ${id} ${JSON.stringify(Object.fromEntries(kept))}`;
      }),
    ),
  );
  expect(lines.length).toBeGreaterThan(15);
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('retained-resources.txt');
});

/** Each has another output or reference than the profile alone, or had. */
const SETTINGS: readonly Record<string, unknown>[] = [
  {},
  { profile: 'production' },
  { profile: 'production', webAcl: false },
  { profile: 'production', alarms: 'essential' },
  {
    domainName: 'api.example.org',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/a',
    consoleDomainName: 'console.example.org',
    consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
  },
];
const deployments = (): Synthesized[] =>
  SETTINGS.map((settings) => synthesize({ stage: 'prod', ...settings }));

describe('a change of settings or of the release', () => {
  test('is never refused because another stack uses what goes: no stack exports or imports', () => {
    for (const { data, service, console } of deployments()) {
      for (const template of [data, service, console]) {
        const { Outputs = {} } = template.toJSON() as { Outputs?: Record<string, object> };
        for (const output of Object.values(Outputs)) expect(output).not.toHaveProperty('Export');
        expect(JSON.stringify(template)).not.toContain('Fn::ImportValue');
      }
    }
  });

  test('finds in the data stack what the service and the console read, whatever the settings were', () => {
    const all = deployments();
    for (const { data } of all) {
      const { Outputs } = data.toJSON() as { Outputs: Record<string, object> };
      for (const { service, console } of all) {
        const read = [service, console].flatMap((template) => outputsRead(template));
        expect(read.length).toBeGreaterThan(20);
        for (const [stack, output] of read)
          if (stack === 'vms-prod-data') expect(Outputs).toHaveProperty(output);
      }
    }
  });

  test('finds in the data stack what the stacks of the last release read', async () => {
    const read = deployments().flatMap(({ service, console }) =>
      [service, console].flatMap((template) => outputsRead(template)),
    );
    const lines = new Set(read.filter(([stack]) => stack === 'vms-prod-data').map(([, output]) => output));
    await expect(`${[...lines].sort().join('\n')}\n`).toMatchFileSnapshot('outputs-read.txt');
  });
});
