/** Several stages in one account and region. */
import { expect, test } from 'vitest';
import { sampledRows } from '../support/run/long.ts';
import { type Synthesized, synthesize } from './synthesized.ts';

/** Names within something that has a stage of its own, or that are no names of things. */
const WITHIN = [
  /^AWS::Cognito::UserPoolResourceServer (Name|Scopes\.\d+\.ScopeName)$/,
  /^AWS::IAM::(Policy PolicyName|Role Policies\.\d+\.PolicyName)$/,
  // Attributes of users, and what Cognito sends codes by.
  /^AWS::Cognito::UserPool (Schema|AccountRecoverySetting)\./,
  /^AWS::DynamoDB::GlobalTable (.*\.)?(AttributeName|IndexName)$/,
  /^AWS::CloudWatch::Alarm (.*\.)?(Name|Namespace|MetricName)$/,
  /^AWS::Logs::MetricFilter .*MetricName$/,
  /^AWS::WAFv2::WebACL (.*\.)?(MetricName|Name|HeaderName)$/,
  /^AWS::CloudFront::Distribution (.*\.)?HeaderName$/,
  /^AWS::EC2::VPCEndpoint ServiceName$/,
  /^AWS::ApiGateway::RestApi Body\./,
];

/** What is the same for every stack of a region, once it is deployed. */
const isFixed = (value: unknown): boolean => {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.every(isFixed);
  if (typeof value !== 'object' || value === null) return true;
  const { Ref, ...others } = value as Record<string, unknown>;
  if (Ref !== undefined) return ['AWS::Region', 'AWS::AccountId', 'AWS::Partition'].includes(String(Ref));
  return Object.entries(others).every(
    ([name, argument]) => ['Fn::Join', 'Fn::Sub'].includes(name) && isFixed(argument),
  );
};

/** The names that stacks give, with where they are given. */
function namesIn({ data, service, console }: Synthesized): Map<string, string> {
  const names = new Map<string, string>();
  const look = (value: unknown, at: string, type: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value).filter(([name]) => !name.startsWith('Fn::'))) {
      const path = at === '' ? key : `${at}.${key}`;
      const place = `${type} ${path}`;
      if (!/(Name|Domain|Namespace)$/.test(key) || WITHIN.some((within) => within.test(place)))
        look(member, path, type);
      else if (isFixed(member)) names.set(`${type} ${JSON.stringify(member)}`, place);
    }
  };
  for (const template of [data, service, console]) {
    const { Resources } = template.toJSON() as {
      Resources: Record<string, { Type: string; Properties: object }>;
    };
    for (const { Type, Properties } of Object.values(Resources)) look(Properties, '', Type);
  }
  return names;
}

test.each(sampledRows(['production', 'personal']))(
  'stages of the profile %s have no name in common',
  { tags: 'sampled' },
  (profile) => {
    const [one, other] = ['dev', 'prod'].map((stage) => namesIn(synthesize({ stage, profile })));
    expect(one?.size).toBeGreaterThan(40);
    expect([...(one?.keys() ?? [])].filter((name) => other?.has(name))).toEqual([]);
  },
);

test('what is one for an account remains when a stage goes', () => {
  const { Resources } = synthesize({ stage: 'dev' }).service.toJSON() as {
    Resources: Record<string, { Type: string; DeletionPolicy?: string }>;
  };
  const accounts = Object.values(Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Account');
  expect(accounts.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Retain']);
});
