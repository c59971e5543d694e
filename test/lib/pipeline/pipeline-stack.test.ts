/** What a pipeline may do, decided as IAM does, against what the templates of two stages in one account have. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { PipelineStack } from '../../../lib/pipeline/pipeline-stack.ts';
import { type AccessRequest, listOf, type PolicyDocument } from '../../../rehearsal/policies/policy.ts';
import { matchStatement } from '../../../rehearsal/policies/statements.ts';
import { type Resource, resolveStacks } from '../../../rehearsal/template/resolve.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';
import type { Template as CfnTemplate, SynthesizedStack } from '../../../rehearsal/template/stacks.ts';
import { sampledRows } from '../../support/run/long.ts';
import { resourcesOf, type Synthesized, synthesize } from '../synthesized.ts';

const PLACE = { region: 'ap-southeast-1', accountId: '111122223333', issuer: 'https://x/x', queueOrigin: '' };
const STAGES = ['dev', 'prod'] as const;
const REPOSITORY = 'owner/service';

const pipeline = (stages: readonly string[], provider = ''): Template =>
  Template.fromStack(
    new PipelineStack(new App(), 'vms-pipeline', { repository: REPOSITORY, stages, provider }),
  );

const stackOf = (name: string, template: Template): SynthesizedStack => ({
  name,
  template: template.toJSON() as CfnTemplate,
});

const resources = new Resources(resolveStacks([stackOf('vms-pipeline', pipeline(STAGES))], PLACE));

/** The documents of the policies whose names begin so. */
const documents = (name: string): PolicyDocument[] =>
  resources
    .of('AWS::IAM::ManagedPolicy')
    .filter(({ properties }) => String(properties.ManagedPolicyName).startsWith(name))
    .map(({ properties }) => properties.PolicyDocument as PolicyDocument);

const allows = (
  policies: readonly PolicyDocument[],
  action: string,
  resource: string,
  context = {},
): boolean =>
  policies.some(({ Statement }) =>
    Statement.some(
      (statement) =>
        statement.Effect === 'Allow' &&
        matchStatement(statement, { action, resource, context } as AccessRequest) !== null,
    ),
  );

const execution = (stage: string) => documents(`pipeline-${stage}-cloudformation-`);
const boundary = (stage: string) => documents(`pipeline-${stage}-boundary`);

/** The resources of a stage, as they are called in an account. */
function deployed(stage: string, settings: Record<string, unknown>): Resource[] {
  const { data, service, console }: Synthesized = synthesize({
    stage,
    permissionsBoundary: `pipeline-${stage}-boundary`,
    ...settings,
  });
  const stacks = [
    stackOf(`vms-${stage}-data`, data),
    stackOf(`vms-${stage}`, service),
    stackOf(`vms-${stage}-console`, console),
  ];
  return resolveStacks(stacks, PLACE);
}

const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${PLACE.region}:${PLACE.accountId}:${resource}`;
/** CloudFormation makes names of stack and logical id. */
const named = ({ stack, id }: Resource): string => `${stack}-${id}-1A2B3C4D5E6F`;
const api = (): string => `arn:aws:apigateway:${PLACE.region}::/restapis/a1b2c3`;

/** For each type that stacks have, an action that makes it, and on what. `false`: nothing of a stage is in its name. */
const MAKING: Readonly<
  Record<string, readonly [action: string, on: (resource: Resource) => string, false?]>
> = {
  'AWS::DynamoDB::GlobalTable': ['dynamodb:CreateTable', (one) => arn('dynamodb', `table/${named(one)}`)],
  'AWS::S3::Bucket': ['s3:CreateBucket', (one) => `arn:aws:s3:::${named(one).toLowerCase()}`],
  'AWS::S3::BucketPolicy': ['s3:PutBucketPolicy', (one) => `arn:aws:s3:::${named(one).toLowerCase()}`],
  'AWS::SQS::Queue': ['sqs:CreateQueue', (one) => arn('sqs', named(one))],
  'AWS::SQS::QueuePolicy': ['sqs:SetQueueAttributes', (one) => arn('sqs', named(one))],
  'AWS::Lambda::Function': ['lambda:CreateFunction', (one) => arn('lambda', `function:${one.ref}`)],
  'AWS::Lambda::Permission': ['lambda:AddPermission', ({ properties }) => String(properties.FunctionName)],
  'AWS::Lambda::EventInvokeConfig': [
    'lambda:PutFunctionEventInvokeConfig',
    ({ properties }) => arn('lambda', `function:${properties.FunctionName}`),
  ],
  'AWS::Events::Rule': ['events:PutRule', (one) => arn('events', `rule/${named(one)}`)],
  'AWS::CloudWatch::Alarm': [
    'cloudwatch:PutMetricAlarm',
    ({ properties }) => arn('cloudwatch', `alarm:${properties.AlarmName}`),
  ],
  'AWS::CloudWatch::Dashboard': [
    'cloudwatch:PutDashboard',
    ({ properties }) => `arn:aws:cloudwatch::${PLACE.accountId}:dashboard/${properties.DashboardName}`,
  ],
  'AWS::Budgets::Budget': [
    'budgets:ModifyBudget',
    ({ properties }) =>
      `arn:aws:budgets::${PLACE.accountId}:budget/${(properties.Budget as { BudgetName: string }).BudgetName}`,
  ],
  'AWS::Backup::BackupVault': [
    'backup:CreateBackupVault',
    ({ properties }) => arn('backup', `backup-vault:${properties.BackupVaultName}`),
  ],
  'AWS::Backup::BackupPlan': ['backup:CreateBackupPlan', () => arn('backup', 'backup-plan:a'), false],
  'AWS::Backup::BackupSelection': [
    'backup:CreateBackupSelection',
    () => arn('backup', 'backup-plan:a'),
    false,
  ],
  'AWS::Logs::LogGroup': ['logs:CreateLogGroup', (one) => arn('logs', `log-group:${named(one)}`)],
  'AWS::Logs::MetricFilter': ['logs:PutMetricFilter', (one) => arn('logs', `log-group:${named(one)}`)],
  'AWS::IAM::Role': ['iam:CreateRole', (one) => `arn:aws:iam::${PLACE.accountId}:role/${named(one)}`],
  'AWS::IAM::Policy': ['iam:PutRolePolicy', (one) => `arn:aws:iam::${PLACE.accountId}:role/${named(one)}`],
  'AWS::IAM::ManagedPolicy': [
    'iam:CreatePolicy',
    (one) => `arn:aws:iam::${PLACE.accountId}:policy/${named(one)}`,
  ],
  'AWS::Lambda::LayerVersion': [
    'lambda:PublishLayerVersion',
    (one) => arn('lambda', `layer:${one.id}`),
    false,
  ],
  'AWS::Lambda::EventSourceMapping': ['lambda:CreateEventSourceMapping', () => '*', false],
  'AWS::SecretsManager::Secret': [
    'secretsmanager:CreateSecret',
    ({ id }) => arn('secretsmanager', `secret:${id}-1A2B3C`),
    false,
  ],
  'AWS::WAFv2::WebACL': ['wafv2:CreateWebACL', () => arn('wafv2', 'regional/webacl/a/b'), false],
  'AWS::WAFv2::WebACLAssociation': ['wafv2:AssociateWebACL', () => `${api()}/stages/prod`, false],
  'AWS::Cognito::UserPool': ['cognito-idp:CreateUserPool', () => '*', false],
  ...Object.fromEntries(
    [
      ['AWS::ApiGateway::Account', 'PATCH'],
      ...['RestApi', 'Deployment', 'Stage', 'DomainName', 'BasePathMapping'].map((type) => [
        `AWS::ApiGateway::${type}`,
        'POST',
      ]),
    ].map(([type, method]) => [type, [`apigateway:${method}`, api, false] as const]),
  ),
  ...Object.fromEntries(
    [
      ['UserPoolResourceServer', 'CreateResourceServer'],
      ['UserPoolClient', 'CreateUserPoolClient'],
      ['UserPoolDomain', 'CreateUserPoolDomain'],
      ['ManagedLoginBranding', 'CreateManagedLoginBranding'],
    ].map(([type, action]) => [
      `AWS::Cognito::${type}`,
      [`cognito-idp:${action}`, () => arn('cognito-idp', 'userpool/x'), false] as const,
    ]),
  ),
  ...Object.fromEntries(
    [
      ['Distribution', 'CreateDistribution'],
      ['Function', 'CreateFunction'],
      ['OriginAccessControl', 'CreateOriginAccessControl'],
      ['ResponseHeadersPolicy', 'CreateResponseHeadersPolicy'],
    ].map(([type, action]) => [
      `AWS::CloudFront::${type}`,
      [`cloudfront:${action}`, () => '*', false] as const,
    ]),
  ),
  ...Object.fromEntries(
    [
      ['VPC', 'CreateVpc'],
      ['Subnet', 'CreateSubnet'],
      ['RouteTable', 'CreateRouteTable'],
      ['SubnetRouteTableAssociation', 'AssociateRouteTable'],
      ['VPCEndpoint', 'CreateVpcEndpoint'],
      ['SecurityGroup', 'CreateSecurityGroup'],
    ].map(([type, action]) => [`AWS::EC2::${type}`, [`ec2:${action}`, () => '*', false] as const]),
  ),
  // Made by their functions.
  'Custom::CDKBucketDeployment': [
    'lambda:InvokeFunction',
    () => arn('lambda', 'function:vms-STAGE-console-x'),
  ],
  'Custom::S3AutoDeleteObjects': [
    'lambda:InvokeFunction',
    () => arn('lambda', 'function:vms-STAGE-console-x'),
  ],
};

const SETTINGS: Readonly<Record<string, Record<string, unknown>>> = {
  'production with domains': {
    profile: 'production',
    alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:operators',
    monthlyBudget: 50,
    replicaBucket: 'vms-prod-replica',
    backupVaultArn: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies',
    domainName: 'api.example.org',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/a',
  },
  personal: { profile: 'personal' },
};

test.each(sampledRows(Object.keys(SETTINGS)))(
  'CloudFormation may make everything of its stage (%s), and of another stage nothing that has a name',
  { tags: 'sampled' },
  (settings) => {
    for (const [stage, other] of sampledRows([
      ['prod', 'dev'],
      ['dev', 'prod'],
    ] as const)) {
      const context = {
        'aws:requestedregion': PLACE.region,
        'iam:permissionsboundary': `arn:aws:iam::${PLACE.accountId}:policy/pipeline-${stage}-boundary`,
      };
      const all = deployed(stage, SETTINGS[settings] ?? {});
      expect(all.length).toBeGreaterThan(200);
      for (const resource of all) {
        const [action = '', on = () => '', hasName = true] = MAKING[resource.type] ?? [];
        const target = on(resource).replace('STAGE', stage);
        const of = (name: string) => allows(execution(name), action, target, context);
        expect([resource.type, target, of(stage)]).toEqual([resource.type, target, true]);
        if (hasName) expect([resource.type, target, of(other)]).toEqual([resource.type, target, false]);
      }
    }
  },
);

test('CloudFormation makes and changes no role without the boundary, and neither boundary nor the role of the pipeline', () => {
  const role = `arn:aws:iam::${PLACE.accountId}:role/vms-prod-x`;
  const without = { 'iam:permissionsboundary': `arn:aws:iam::${PLACE.accountId}:policy/other` };
  for (const action of [
    'iam:CreateRole',
    'iam:PutRolePolicy',
    'iam:AttachRolePolicy',
    'iam:PutRolePermissionsBoundary',
  ])
    expect([action, allows(execution('prod'), action, role, without)]).toEqual([action, false]);
  expect(allows(execution('prod'), 'iam:DeleteRolePermissionsBoundary', role)).toBe(false);
  for (const { arn: own, ref } of resources.of('AWS::IAM::Role', 'AWS::IAM::ManagedPolicy')) {
    const name = own.includes(':role/') ? `arn:aws:iam::${PLACE.accountId}:role/pipeline-prod-deploy` : ref;
    for (const action of [
      'iam:UpdateAssumeRolePolicy',
      'iam:CreatePolicyVersion',
      'iam:DeleteRole',
      'iam:DeletePolicy',
    ])
      expect([name, action, allows(execution('prod'), action, name)]).toEqual([name, action, false]);
  }
});

test('every role of the stacks has the boundary, which contains all that the roles may do', () => {
  for (const settings of Object.values(SETTINGS)) {
    const all = new Resources(deployed('prod', settings));
    const roles = all.of('AWS::IAM::Role');
    for (const { id, properties } of roles)
      expect([id, properties.PermissionsBoundary]).toEqual([
        id,
        `arn:aws:iam::${PLACE.accountId}:policy/pipeline-prod-boundary`,
      ]);
    const policies = [
      ...roles.flatMap(
        ({ properties }) => (properties.Policies ?? []) as { PolicyDocument: PolicyDocument }[],
      ),
      ...all
        .of('AWS::IAM::Policy')
        .map(({ properties }) => properties as unknown as { PolicyDocument: PolicyDocument }),
    ];
    const needed = policies.flatMap(({ PolicyDocument: { Statement } }) =>
      Statement.flatMap(({ Action, Resource }) =>
        listOf(Action).flatMap((action) => listOf(Resource).map((one) => [action, one] as const)),
      ),
    );
    expect(needed.length).toBeGreaterThan(200);
    expect(needed.filter(([action, one]) => !allows(boundary('prod'), action, inAccount(one)))).toEqual([]);
  }
});

/** A resource of a policy under the name that it has in an account, where the rehearsal gives it another. */
const inAccount = (resource: string): string =>
  resource
    .replace(/^arn:aws:s3:::(?:\w+-)*assets-[^/]*/, 'arn:aws:s3:::cdk-prod-assets-1-x')
    .replace(/^arn:aws:s3:::cdk-hnb659fds-/, 'arn:aws:s3:::cdk-prod-');

test('the role of a stage is for its environment of the repository, and for its own stacks', () => {
  const roles = resources.of('AWS::IAM::Role');
  const role = roles.find(({ properties }) => properties.RoleName === 'pipeline-prod-deploy');
  if (role === undefined) throw new Error('There is no such role');
  const { Statement } = role.properties.AssumeRolePolicyDocument as PolicyDocument;
  expect(Statement.map(({ Condition }) => Condition)).toEqual([
    {
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:environment:prod`,
      },
    },
  ]);
  const [{ PolicyDocument: own } = { PolicyDocument: { Statement: [] } }] = role.properties.Policies as {
    PolicyDocument: PolicyDocument;
  }[];
  const may = (action: string, resource: string, context = {}) => allows([own], action, resource, context);
  for (const stack of ['vms-prod', 'vms-prod-data', 'vms-prod-console'])
    expect([stack, may('cloudformation:CreateChangeSet', arn('cloudformation', `stack/${stack}/1`))]).toEqual(
      [stack, true],
    );
  for (const stack of ['vms-dev', 'vms-dev-data', 'vms-pipeline', 'vms-prod-toolkit', 'vms-prod2'])
    expect([stack, may('cloudformation:UpdateStack', arn('cloudformation', `stack/${stack}/1`))]).toEqual([
      stack,
      false,
    ]);
  expect(may('cloudformation:DeleteStack', arn('cloudformation', 'stack/vms-prod-data/1'))).toBe(false);
  const bootstrapped = (stage: string, name: string): string =>
    `arn:aws:iam::${PLACE.accountId}:role/cdk-${stage}-${name}-role-${PLACE.accountId}-${PLACE.region}`;
  const passed = { 'iam:passedtoservice': 'cloudformation.amazonaws.com' };
  for (const [stage, is] of [
    ['prod', true],
    ['dev', false],
  ] as const) {
    expect(may('iam:PassRole', bootstrapped(stage, 'cfn-exec'), passed)).toBe(is);
    expect(may('sts:AssumeRole', bootstrapped(stage, 'file-publishing'))).toBe(is);
  }
  expect(may('sts:AssumeRole', bootstrapped('prod', 'deploy'))).toBe(false);
});

test('no policy is longer than IAM takes, white space apart', () => {
  const long = new Resources(resolveStacks([stackOf('vms-pipeline', pipeline(['abcdefghij']))], PLACE));
  const policies = long.of('AWS::IAM::ManagedPolicy');
  for (const { id, properties } of policies)
    expect([id, JSON.stringify(properties.PolicyDocument).length < 6144]).toEqual([id, true]);
  // As many as a role takes.
  expect(policies.length).toBeLessThan(10);
});

test("an account has one identity provider for GitHub, which may be another stack's", () => {
  const provider = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
  expect(resourcesOf(pipeline(['dev']), 'AWS::IAM::OIDCProvider').size).toBe(1);
  expect(resourcesOf(pipeline(['dev'], provider), 'AWS::IAM::OIDCProvider').size).toBe(0);
  expect(JSON.stringify(pipeline(['dev'], provider))).toContain(provider);
});

test.each(['', 'two-words', 'longerthanten', 'Prod'])(
  'the stage %j cannot have assets of its own',
  (stage) => {
    expect(() => pipeline([stage])).toThrow('must be a lower-case letter');
  },
);
