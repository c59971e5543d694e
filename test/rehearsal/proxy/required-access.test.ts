import { expect, test } from 'vitest';
import { requiredByDynamoDb } from '../../../rehearsal/proxy/dynamodb-access.ts';
import { requiredByS3 } from '../../../rehearsal/proxy/s3-access.ts';
import { requiredBySqs } from '../../../rehearsal/proxy/sqs-access.ts';

const place = { region: 'eu-west-1', accountId: '111122223333' };
const TABLE = 'arn:aws:dynamodb:eu-west-1:111122223333:table/videos';

const s3 = (method: string, target: string, headers: Record<string, string> = {}, body = ''): string[] =>
  requiredByS3({ method, target, headers, body }).map(({ action, resource }) => `${action} ${resource}`);

test.each([
  ['GET', '/b/uploads/a%20b', 's3:GetObject arn:aws:s3:::b/uploads/a b'],
  ['HEAD', '/b/k', 's3:GetObject arn:aws:s3:::b/k'],
  ['PUT', '/b/k', 's3:PutObject arn:aws:s3:::b/k'],
  ['PUT', '/b/k?partNumber=1&uploadId=u', 's3:PutObject arn:aws:s3:::b/k'],
  ['POST', '/b/k?uploads', 's3:PutObject arn:aws:s3:::b/k'],
  ['POST', '/b/k?uploadId=u', 's3:PutObject arn:aws:s3:::b/k'],
  ['GET', '/b/k?uploadId=u', 's3:ListMultipartUploadParts arn:aws:s3:::b/k'],
  ['DELETE', '/b/k?uploadId=u', 's3:AbortMultipartUpload arn:aws:s3:::b/k'],
  ['DELETE', '/b/k', 's3:DeleteObject arn:aws:s3:::b/k'],
  ['GET', '/b?list-type=2&prefix=jobs%2F', 's3:ListBucket arn:aws:s3:::b'],
  ['GET', '/b?uploads', 's3:ListBucketMultipartUploads arn:aws:s3:::b'],
  ['GET', '/b?versions&prefix=uploads%2F', 's3:ListBucketVersions arn:aws:s3:::b'],
  ['DELETE', '/b/k?versionId=v', 's3:DeleteObjectVersion arn:aws:s3:::b/k'],
])('S3: %s %s needs %s', (method, target, expected) => {
  expect(s3(method, target)).toEqual([expected]);
});

test('a copy needs its source, and the deletion of several objects each of them', () => {
  expect(s3('PUT', '/b/k?partNumber=1&uploadId=u', { 'x-amz-copy-source': 'b/uploads/a%20b' })).toEqual([
    's3:PutObject arn:aws:s3:::b/k',
    's3:GetObject arn:aws:s3:::b/uploads/a b',
  ]);
  const body = '<Delete><Object><Key>a&amp;b</Key></Object><Object><Key>c</Key></Object></Delete>';
  expect(s3('POST', '/b?delete', {}, body)).toEqual([
    's3:DeleteObject arn:aws:s3:::b/a&b',
    's3:DeleteObject arn:aws:s3:::b/c',
  ]);
});

const dynamodb = (operation: string, input: object) =>
  requiredByDynamoDb(
    {
      method: 'POST',
      target: '/',
      headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: JSON.stringify(input),
    },
    place,
    () => 'accountId',
  );

const keys = { 'dynamodb:leadingkeys': ['ann'] };
const Key = { accountId: { S: 'ann' }, videoId: { S: 'v' } };

test.each<[string, object, object]>([
  ['GetItem', { TableName: 'videos', Key }, { action: 'dynamodb:GetItem', resource: TABLE, context: keys }],
  [
    'PutItem',
    { TableName: 'videos', Item: Key },
    { action: 'dynamodb:PutItem', resource: TABLE, context: keys },
  ],
  [
    'Query',
    {
      TableName: 'videos',
      KeyConditionExpression: '#a = :a AND #v < :v',
      ExpressionAttributeNames: { '#a': 'accountId', '#v': 'videoId' },
      ExpressionAttributeValues: { ':a': { S: 'ann' }, ':v': { S: 'v' } },
    },
    { action: 'dynamodb:Query', resource: TABLE, context: keys },
  ],
  [
    'Query',
    { TableName: 'videos', IndexName: 'by-sweep', KeyConditionExpression: 'sweep = :s' },
    { action: 'dynamodb:Query', resource: `${TABLE}/index/by-sweep`, context: {} },
  ],
  [
    'BatchGetItem',
    { RequestItems: { videos: { Keys: [Key] } } },
    { action: 'dynamodb:BatchGetItem', resource: TABLE, context: keys },
  ],
  [
    'TransactWriteItems',
    { TransactItems: [{ ConditionCheck: { TableName: 'videos', Key } }] },
    { action: 'dynamodb:ConditionCheckItem', resource: TABLE, context: keys },
  ],
])('DynamoDB: %s %j needs %j', (operation, input, expected) => {
  expect(dynamodb(operation, input)).toEqual([expected]);
});

test('SQS: a batch needs what its members need', () => {
  const request = {
    method: 'POST',
    target: '/',
    headers: { 'x-amz-target': 'AmazonSQS.SendMessageBatch' },
    body: JSON.stringify({ QueueUrl: 'https://sqs.example/111122223333/jobs' }),
  };
  expect(requiredBySqs(request, place)).toEqual([
    { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:eu-west-1:111122223333:jobs', context: {} },
  ]);
});

test('a request that is not known needs what nobody has', () => {
  expect(() => s3('GET', '/b?policy')).toThrow('S3');
  expect(() => dynamodb('UpdateTable', { TableName: 'videos' })).toThrow('UpdateTable');
});
