import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageNames } from './stage-names.ts';

const allow = (
  actions: readonly string[],
  resources: readonly string[],
  conditions?: Record<string, Record<string, string | string[]>>,
): PolicyStatement =>
  new PolicyStatement({
    actions: [...actions],
    resources: [...resources],
    ...(conditions && { conditions }),
  });

/** Of the workers' network. */
const NETWORK = [
  'ec2:Describe*',
  ...['Vpc', 'Subnet', 'RouteTable', 'SecurityGroup', 'Tags'].flatMap((kind) => [
    `ec2:Create${kind}`,
    `ec2:Delete${kind}`,
  ]),
  ...['CreateVpcEndpoint', 'ModifyVpcEndpoint', 'DeleteVpcEndpoints'].map((action) => `ec2:${action}`),
  ...['ModifyVpcAttribute', 'ModifySubnetAttribute', 'AssociateRouteTable', 'DisassociateRouteTable'].map(
    (action) => `ec2:${action}`,
  ),
  'ec2:AuthorizeSecurityGroup*',
  'ec2:RevokeSecurityGroup*',
];

/**
 * What CloudFormation may do for the stacks of a stage, but nothing about the pipeline's own role and policies. What has no name, or one by chance, is permitted by its
 * kind alone.
 */
export function executionStatements(names: StageNames): PolicyStatement[] {
  const { stage } = names;
  const roles = names.global('iam', `role/vms-${stage}-*`);
  const policies = names.global('iam', `policy/vms-${stage}-*`);
  const boundary = names.global('iam', `policy/${names.boundary}`);
  return [
    allow(['dynamodb:*'], [names.named('dynamodb', 'table/')]),
    allow(['s3:*'], names.buckets()),
    allow(['sqs:*'], [names.named('sqs', '')]),
    allow(['lambda:*'], [names.named('lambda', 'function:'), names.arn('lambda', 'layer:*')]),
    allow(['lambda:*'], [names.arn('lambda', 'event-source-mapping:*')]),
    allow(['lambda:CreateEventSourceMapping', 'lambda:ListEventSourceMappings'], ['*']),
    allow(['events:*'], [names.named('events', 'rule/')]),
    allow(
      ['cloudwatch:*'],
      [names.named('cloudwatch', 'alarm:'), names.global('cloudwatch', `dashboard/vms-${stage}`)],
    ),
    allow(
      ['budgets:ViewBudget', 'budgets:ModifyBudget'],
      [names.global('budgets', `budget/vms-${stage}-cost`)],
    ),
    allow(['backup:*'], [names.named('backup', 'backup-vault:'), names.arn('backup', 'backup-plan:*')]),
    // A vault is encrypted by the key that AWS Backup has in the account.
    allow(['backup-storage:MountCapsule'], ['*']),
    allow(
      ['CreateGrant', 'GenerateDataKey', 'Decrypt', 'RetireGrant', 'DescribeKey'].map((a) => `kms:${a}`),
      ['*'],
      { StringEquals: { 'kms:ViaService': `backup.${names.region}.amazonaws.com` } },
    ),
    allow(['logs:*'], [names.named('logs', 'log-group:'), names.named('logs', 'log-group:/aws/lambda/')]),
    // API Gateway has its access log delivered.
    allow(
      ['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries']
        .concat(['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'])
        .map((action) => `logs:${action}`),
      ['*'],
    ),
    allow(['apigateway:*'], [names.apis]),
    allow(['secretsmanager:*'], [names.arn('secretsmanager', 'secret:EdgeSecret*')]),
    allow(['secretsmanager:GetRandomPassword'], ['*']),
    allow(['wafv2:*'], [names.arn('wafv2', 'regional/webacl/*'), names.apis]),
    allow(['cognito-idp:*'], [names.arn('cognito-idp', 'userpool/*')]),
    allow(
      ['CreateUserPool', 'DescribeUserPoolDomain', 'ListUserPools'].map((action) => `cognito-idp:${action}`),
      ['*'],
    ),
    allow(['cloudfront:*'], ['*']),
    allow(['acm:DescribeCertificate'], ['*']),
    allow(NETWORK, ['*'], { StringEquals: { 'aws:RequestedRegion': names.region } }),
    // Every role is within the boundary, or CloudFormation cannot make or change it.
    allow(
      ['CreateRole', 'PutRolePolicy', 'AttachRolePolicy', 'PutRolePermissionsBoundary'].map(
        (a) => `iam:${a}`,
      ),
      [roles],
      { StringEquals: { 'iam:PermissionsBoundary': boundary } },
    ),
    allow(
      ['GetRole', 'GetRolePolicy', 'ListRolePolicies', 'ListAttachedRolePolicies', 'UpdateRole']
        .concat(['UpdateAssumeRolePolicy', 'DeleteRole', 'DeleteRolePolicy', 'DetachRolePolicy'])
        .concat(['TagRole', 'UntagRole'])
        .map((action) => `iam:${action}`),
      [roles],
    ),
    allow(
      ['CreatePolicy', 'CreatePolicyVersion', 'DeletePolicy', 'DeletePolicyVersion', 'GetPolicy']
        .concat(['GetPolicyVersion', 'ListPolicyVersions', 'TagPolicy', 'UntagPolicy'])
        .map((action) => `iam:${action}`),
      [policies],
    ),
    allow(['iam:PassRole'], [roles], {
      StringEquals: {
        'iam:PassedToService': ['lambda', 'apigateway', 's3', 'backup'].map(
          (service) => `${service}.amazonaws.com`,
        ),
      },
    }),
    // The image and the bundles, and what stacks read of each other.
    allow(
      ['BatchGetImage', 'GetDownloadUrlForLayer', 'GetRepositoryPolicy', 'SetRepositoryPolicy'].map(
        (action) => `ecr:${action}`,
      ),
      [names.arn('ecr', `repository/cdk-${stage}-*`)],
    ),
    allow(['s3:GetObject'], names.buckets(`cdk-${stage}-assets-`)),
    allow(['ssm:GetParameters'], [names.arn('ssm', `parameter/cdk-bootstrap/${stage}/version`)]),
    allow(['cloudformation:DescribeStacks'], names.stacks()),
  ];
}

/** What the roles of a stage may do at most, whatever their policies say. */
export function boundaryStatements(names: StageNames): PolicyStatement[] {
  const { stage } = names;
  return [
    allow(['dynamodb:*'], [names.named('dynamodb', 'table/')]),
    allow(['s3:*'], names.buckets()),
    allow(['sqs:*'], [names.named('sqs', '')]),
    allow(['lambda:InvokeFunction'], [names.named('lambda', 'function:')]),
    allow(['sts:AssumeRole'], [names.global('iam', `role/vms-${stage}-*`)]),
    allow(
      ['CreateLogGroup', 'CreateLogStream', 'DescribeLogGroups', 'DescribeLogStreams', 'PutLogEvents']
        .concat(['GetLogEvents', 'FilterLogEvents'])
        .map((action) => `logs:${action}`),
      ['*'],
    ),
    allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
    allow(
      ['CreateNetworkInterface', 'DeleteNetworkInterface', 'DescribeNetworkInterfaces', 'DescribeSubnets']
        .concat(['AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses'])
        .map((action) => `ec2:${action}`),
      ['*'],
    ),
    allow(
      ['DescribeBackupVault', 'CopyIntoBackupVault', 'CopyFromBackupVault'].map(
        (action) => `backup:${action}`,
      ),
      ['*'],
    ),
    // The files of the console are copied from the assets, and CloudFront told.
    allow(['s3:GetObject*', 's3:GetBucket*', 's3:List*'], names.buckets(`cdk-${stage}-assets-`)),
    allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], ['*']),
  ];
}

/** What a run of the pipeline may do itself: change the stacks of its stage, by CloudFormation's role for them. */
export function deployStatements(names: StageNames): PolicyStatement[] {
  const { stage } = names;
  return [
    allow(
      ['CreateChangeSet', 'DescribeChangeSet', 'ExecuteChangeSet', 'DeleteChangeSet', 'DescribeStacks']
        .concat(['DescribeStackEvents', 'DescribeStackResources', 'ListStackResources', 'GetTemplate'])
        .concat(['CreateStack', 'UpdateStack', 'UpdateTerminationProtection', 'GetTemplateSummary'])
        .concat(['RollbackStack', 'ContinueUpdateRollback'])
        .map((action) => `cloudformation:${action}`),
      names.stacks(),
    ),
    allow(
      ['sts:AssumeRole'],
      [names.bootstrapped('file-publishing'), names.bootstrapped('image-publishing')],
    ),
    allow(['iam:PassRole'], [names.bootstrapped('cfn-exec')], {
      StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' },
    }),
    allow(['s3:GetObject*', 's3:GetBucket*', 's3:List*'], names.buckets(`cdk-${stage}-assets-`)),
    allow(['ssm:GetParameter'], [names.arn('ssm', `parameter/cdk-bootstrap/${stage}/version`)]),
  ];
}

/** What it takes to bootstrap a stage, for whoever does that once. */
export function bootstrapStatements(names: StageNames): PolicyStatement[] {
  const { stage } = names;
  return [
    allow(['cloudformation:*'], [names.arn('cloudformation', `stack/vms-${stage}-toolkit/*`)]),
    allow(['iam:*'], [names.global('iam', `role/cdk-${stage}-*`)]),
    allow(['s3:*'], names.buckets(`cdk-${stage}-assets-`)),
    allow(['ecr:*'], [names.arn('ecr', `repository/cdk-${stage}-*`)]),
    allow(['ssm:*'], [names.arn('ssm', `parameter/cdk-bootstrap/${stage}/*`)]),
  ];
}
