import { expect, test } from 'vitest';
import { resolveOutputs, resolveStacks } from '../../../rehearsal/template/resolve.ts';
import type { SynthesizedStack } from '../../../rehearsal/template/stacks.ts';

const place = {
  region: 'eu-west-1',
  accountId: '111122223333',
  queueOrigin: 'https://sqs.example',
  issuer: 'https://issuer.example',
};

const data: SynthesizedStack = {
  name: 'data',
  template: {
    Resources: { Keys: { Type: 'AWS::DynamoDB::GlobalTable' }, Jobs: { Type: 'AWS::SQS::Queue' } },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Keys', 'Arn'] } } },
  },
};

const resolved = (value: unknown): unknown => {
  const template = {
    Resources: { R: { Type: 'T', Properties: { value } }, Own: { Type: 'AWS::SQS::Queue' } },
  };
  const all = resolveStacks([data, { name: 'service', template }], place);
  return all.find(({ id }) => id === 'R')?.properties.value;
};

const ARN = 'arn:aws:dynamodb:eu-west-1:111122223333:table/data-keys';

const output = (StackName: string, OutputName: string) => ({
  'Fn::GetStackOutput': { StackName, Region: { Ref: 'AWS::Region' }, OutputName },
});
const KEYS = output('data', 'Arn');

test.each<[unknown, unknown]>([
  [{ Ref: 'AWS::AccountId' }, '111122223333'],
  [{ Ref: 'Own' }, 'https://sqs.example/111122223333/service-own'],
  [{ 'Fn::GetAtt': ['Own', 'Arn'] }, 'arn:aws:sqs:eu-west-1:111122223333:service-own'],
  [{ 'Fn::GetAtt': 'Own.QueueName' }, 'service-own'],
  [KEYS, ARN],
  [{ 'Fn::Join': ['/', [KEYS, 'index']] }, `${ARN}/index`],
  [{ 'Fn::Select': [5, { 'Fn::Split': [':', KEYS] }] }, 'table/data-keys'],
  [
    { 'Fn::Sub': '$' + '{AWS::Region}-$' + '{Own.Arn}-$' + '{!kept}' },
    'eu-west-1-arn:aws:sqs:eu-west-1:111122223333:service-own-$' + '{!kept}',
  ],
  [{ 'Fn::Sub': ['$' + '{name}!', { name: { Ref: 'AWS::Region' } }] }, 'eu-west-1!'],
  [[{ Ref: 'AWS::NoValue' }, 'a'], ['a']],
  [{ left: { Ref: 'AWS::NoValue' }, kept: 1 }, { kept: 1 }],
])('%j is %j', (value, expected) => {
  expect(resolved(value)).toEqual(expected);
});

test('an unknown value is an error, not a guess', () => {
  expect(() => resolved({ 'Fn::FindInMap': ['a', 'b', 'c'] })).toThrow('Fn::FindInMap');
  expect(() => resolved(output('data', 'Missing'))).toThrow('data has no output Missing');
  expect(() => resolved({ Ref: 'Missing' })).toThrow('no resource Missing');
});

test('outputs are resolved', () => {
  expect(resolveOutputs(data, [data], place)).toEqual({ Arn: ARN });
});
