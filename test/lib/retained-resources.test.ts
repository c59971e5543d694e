/**
 * What an update of a deployment may not replace: from the first release on, a change of the record loses data or
 * breaks clients, and is an entry in CHANGELOG.md. Written by `npx vitest run test/lib/retained-resources.test.ts -u`.
 */
import { expect, test } from 'vitest';
import { resourcesOf, synthesize } from './synthesized.ts';

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
