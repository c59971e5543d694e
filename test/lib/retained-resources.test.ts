/**
 * What an update of a deployment may not replace or remove: the stacks are compared with a record, written by
 * `npx vitest run test/lib/retained-resources.test.ts -u` and reviewed in the diff, and the record with CHANGELOG.md.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lineOf, nextRecord } from './retained/record.ts';
import { newestRelease, problemsOf } from './retained/rules.ts';
import { outputsRead, type Resource, resourcesOf, type Synthesized, synthesize } from './synthesized.ts';

/** By stack the types that hold data or are addresses of clients, and the properties whose change replaces them or is refused. */
const REPLACING: Readonly<Record<'data' | 'service' | 'console', Readonly<Record<string, string[]>>>> = {
  data: {
    'AWS::DynamoDB::GlobalTable': [
      'TableName',
      'KeySchema',
      'Attributes',
      'GlobalSecondaryIndexes',
      'LocalSecondaryIndexes',
      'StreamSpecification',
    ],
    'AWS::S3::Bucket': ['BucketName'],
    'AWS::Cognito::UserPool': [
      'UserPoolName',
      'UsernameAttributes',
      'AliasAttributes',
      'UsernameConfiguration',
      'Schema',
    ],
    'AWS::Cognito::UserPoolResourceServer': ['Identifier'],
  },
  service: {
    'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
    'AWS::ApiGateway::RestApi': ['Name'],
    'AWS::ApiGateway::Stage': ['StageName'],
    'AWS::ApiGateway::DomainName': ['DomainName'],
    'AWS::ApiGateway::BasePathMapping': ['BasePath'],
  },
  console: {
    'AWS::CloudFront::Distribution': [],
    'AWS::Cognito::UserPoolDomain': ['Domain'],
  },
};

const DOMAINS = {
  domainName: 'api.example.org',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/a',
  consoleDomainName: 'console.example.org',
  consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
};

/** The settings under which the stacks are recorded. */
const RECORDED: Readonly<Record<string, Record<string, unknown>>> = {
  personal: { profile: 'personal' },
  production: { profile: 'production' },
  domains: DOMAINS,
};

/** What CloudFormation does with the data of a resource, and the types of the attributes that keys name. */
function recordedProperties(resource: Resource, names: readonly string[]): object {
  const { Properties, DeletionPolicy, UpdateReplacePolicy } = resource;
  const attributes = (Properties.AttributeDefinitions ?? []) as Record<
    'AttributeName' | 'AttributeType',
    string
  >[];
  const Attributes = Object.fromEntries(attributes.map((each) => [each.AttributeName, each.AttributeType]));
  const all: Record<string, unknown> = { ...Properties, ...(attributes.length > 0 && { Attributes }) };
  return {
    ...(DeletionPolicy === 'Retain' && { DeletionPolicy, UpdateReplacePolicy }),
    ...Object.fromEntries(names.map((name) => [name, all[name]])),
  };
}

/** The lines of the record; those that not all settings have say which. */
function recordedLines(): string[] {
  const found = new Map<string, string[]>();
  for (const [settings, context] of Object.entries(RECORDED)) {
    const stacks = synthesize({ stage: 'prod', ...context });
    for (const stack of ['data', 'service', 'console'] as const)
      for (const [type, names] of Object.entries(REPLACING[stack]))
        for (const [id, resource] of resourcesOf(stacks[stack], type)) {
          const line = JSON.stringify([type, id, recordedProperties(resource, names)]);
          found.set(line, [...(found.get(line) ?? []), settings]);
        }
  }
  return [...found].map(([line, settings]) => {
    const [type, id, properties] = JSON.parse(line) as [string, string, object];
    const isEverywhere = settings.length === Object.keys(RECORDED).length;
    return lineOf(type, id, isEverywhere ? '' : settings.join(', '), properties);
  });
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const record = read('retained-resources.txt');
const changelog = read('../../CHANGELOG.md');

test('tables, bucket, users, queues and addresses are those of the record', async () => {
  const lines = recordedLines();
  expect(lines.length).toBeGreaterThan(25);
  await expect(
    nextRecord(record, lines, newestRelease(changelog)),
    'review what would be replaced, then run: npx vitest run test/lib/retained-resources.test.ts -u',
  ).toMatchFileSnapshot('retained-resources.txt');
});

test('what would be replaced or removed is in CHANGELOG.md, and removed a release after it was deprecated', () => {
  expect(problemsOf(nextRecord(record, recordedLines(), newestRelease(changelog)), changelog)).toEqual([]);
});

/** Each has another output or reference than the profile alone, or had. */
const SETTINGS: readonly Record<string, unknown>[] = [
  {},
  { profile: 'production' },
  { profile: 'production', webAcl: false, alarms: 'essential' },
  DOMAINS,
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
