import { expect, test } from 'vitest';
import { CONSOLE_SCOPE } from '../../shared/contract/console-config.ts';
import { MEDIA_BUCKET, RECOVERY_DAYS, TABLES, type TableSpec } from '../../shared/contract/resources.ts';
import { idOf, only, propertiesOf, resourcesOf, synthesize } from './synthesized.ts';

const synthesized = synthesize();
const { data, service } = synthesized;

const backupVaultArn = 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies';

/** With settings that each change something else. */
const otherwise = synthesize({
  selfSignUp: 'true',
  mfa: 'required',
  corsOrigin: 'https://app.example.com',
  replicaBucket: 'vms-replica',
  backupVaultArn,
});

const attributeTypes = ({ partitionKey, sortKey, indexes = {} }: TableSpec): Map<string, string> =>
  new Map(
    [{ partitionKey, sortKey }, ...Object.values(indexes)]
      .flatMap((keys) => [keys.partitionKey, keys.sortKey])
      .flatMap((key) => (key === undefined ? [] : [[key.name, key.type]])) as [string, string][],
  );

const keySchema = ({ partitionKey, sortKey }: Pick<TableSpec, 'partitionKey' | 'sortKey'>) => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey.name, KeyType: 'RANGE' }]),
];

test.each(Object.entries<TableSpec>(TABLES))('table %s is as the contract describes it', (name, spec) => {
  const type = 'AWS::DynamoDB::GlobalTable';
  const properties = propertiesOf(data, type, idOf(data, type, name));
  expect(properties.KeySchema).toEqual(keySchema(spec));
  expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
  const attributes = properties.AttributeDefinitions as { AttributeName: string; AttributeType: string }[];
  expect(new Map(attributes.map((a) => [a.AttributeName, a.AttributeType]))).toEqual(attributeTypes(spec));
  expect(properties.GlobalSecondaryIndexes ?? []).toEqual(
    Object.entries(spec.indexes ?? {}).map(([IndexName, index]) => ({
      IndexName,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: index.keysOnly ? 'KEYS_ONLY' : 'ALL' },
    })),
  );
  expect(properties.StreamSpecification).toEqual(
    spec.stream === undefined ? undefined : { StreamViewType: spec.stream },
  );
  expect(properties.TimeToLiveSpecification).toEqual(
    spec.expiry === undefined ? undefined : { AttributeName: spec.expiry, Enabled: true },
  );
});

test('there are no tables but those of the contract, and all are kept, protected and recoverable', () => {
  const tables = [...resourcesOf(data, 'AWS::DynamoDB::GlobalTable').values()];
  expect(tables).toHaveLength(Object.keys(TABLES).length);
  for (const { DeletionPolicy, Properties } of tables) {
    expect(DeletionPolicy).toBe('Retain');
    expect(Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: {
          PointInTimeRecoveryEnabled: true,
          RecoveryPeriodInDays: RECOVERY_DAYS,
        },
      },
    ]);
  }
});

const bucket = only(data, 'AWS::S3::Bucket');

test('the one bucket is kept, private and versioned', () => {
  expect(bucket.DeletionPolicy).toBe('Retain');
  expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  expect(bucket.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
});

test('what is deleted for good is kept for longer than a table can be restored, what is made again is not', () => {
  const { Rules } = bucket.Properties.LifecycleConfiguration as {
    Rules: {
      Prefix?: string;
      ExpirationInDays?: number;
      NoncurrentVersionExpiration?: { NoncurrentDays: number };
    }[];
  };
  const ruleOf = (prefix: string) => Rules.find(({ Prefix }) => Prefix === prefix);
  const { uploads, documents, thumbnails, ...made } = MEDIA_BUCKET.prefixes;
  const daysOf = (prefix: string) => ruleOf(prefix)?.NoncurrentVersionExpiration?.NoncurrentDays;
  for (const prefix of [uploads, documents, thumbnails])
    expect(daysOf(prefix)).toBeGreaterThan(RECOVERY_DAYS);
  for (const prefix of Object.values(made)) expect(daysOf(prefix)).toBe(1);
});

test('requests without TLS are refused by the bucket and by every queue', () => {
  const policies = [
    ...resourcesOf(data, 'AWS::S3::BucketPolicy').values(),
    ...resourcesOf(service, 'AWS::SQS::QueuePolicy').values(),
  ];
  expect(policies).toHaveLength(1 + resourcesOf(service, 'AWS::SQS::Queue').size);
  for (const { Properties } of policies) {
    expect(JSON.stringify(Properties.PolicyDocument)).toContain(
      '"Condition":{"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"',
    );
  }
});

test('the bucket tells EventBridge of its objects, and the stack knows nothing of who listens', () => {
  expect(bucket.Properties.NotificationConfiguration).toEqual({
    EventBridgeConfiguration: { EventBridgeEnabled: true },
  });
  for (const type of ['AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::Events::Rule'])
    expect([type, ...resourcesOf(data, type).keys()]).toEqual([type]);
});

test('browsers may upload parts and read their ETag', () => {
  expect(bucket.Properties.CorsConfiguration).toMatchObject({
    CorsRules: [
      {
        AllowedMethods: expect.arrayContaining(['PUT', 'GET']),
        AllowedOrigins: ['*'],
        ExposedHeaders: expect.arrayContaining(['ETag']),
      },
    ],
  });
});

test('leftovers expire, originals and documents never', () => {
  const { Rules } = bucket.Properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] };
  const expiry = Rules.filter((rule) => 'ExpirationInDays' in rule).map((rule) => [
    rule.Prefix,
    rule.ExpirationInDays,
  ]);
  expect(Object.fromEntries(expiry)).toEqual({
    [MEDIA_BUCKET.prefixes.jobs]: 14,
    [MEDIA_BUCKET.prefixes.exports]: 7,
  });
  expect(Rules).toContainEqual(
    expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }),
  );
});

test('the stack cannot be deleted by accident', () => {
  const stack = synthesized.app.node.findChild('vms-dev-data');
  expect(stack).toMatchObject({ terminationProtection: true });
});

test('the people who sign in are kept: without their pool, everybody would be somebody else', () => {
  const pool = only(data, 'AWS::Cognito::UserPool');
  expect(pool.DeletionPolicy).toBe('Retain');
  expect(pool.Properties).toMatchObject({
    DeletionProtection: 'ACTIVE',
    UserPoolTier: 'ESSENTIALS',
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    Policies: { PasswordPolicy: { MinimumLength: 12 } },
  });
});

test('nobody makes a user for themselves, unless a setting lets them', () => {
  const isClosed = ({ data }: Pick<typeof synthesized, 'data'>): unknown =>
    (only(data, 'AWS::Cognito::UserPool').Properties.AdminCreateUserConfig as Record<string, unknown>)
      .AllowAdminCreateUserOnly;
  expect(isClosed(synthesized)).toBe(true);
  expect(isClosed(otherwise)).toBe(false);
});

test('a second factor can be demanded of everybody', () => {
  const { Properties } = only(otherwise.data, 'AWS::Cognito::UserPool');
  expect(Properties.MfaConfiguration).toBe('ON');
});

test('the scope of the console is one of the pool', () => {
  const { Identifier, Scopes } = only(data, 'AWS::Cognito::UserPoolResourceServer').Properties;
  const names = (Scopes as { ScopeName: string }[]).map(({ ScopeName }) => `${Identifier}/${ScopeName}`);
  expect(names).toEqual([CONSOLE_SCOPE]);
});

/** The origins whose pages may use presigned addresses. */
const mediaOrigins = ({ data }: Pick<typeof synthesized, 'data'>): unknown =>
  (
    only(data, 'AWS::S3::Bucket').Properties.CorsConfiguration as {
      CorsRules: { AllowedOrigins: string[] }[];
    }
  ).CorsRules.flatMap(({ AllowedOrigins }) => AllowedOrigins);

test('pages of the console may always use presigned addresses, whichever other origin may', () => {
  const corsOrigin = 'https://app.example.com';
  expect(mediaOrigins(synthesized)).toEqual(['*']);
  expect(mediaOrigins(otherwise)).toEqual([corsOrigin, 'https://*.cloudfront.net']);
  const own = {
    consoleDomainName: 'console.example.com',
    consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc-1',
  };
  expect(mediaOrigins(synthesize({ corsOrigin, ...own }))).toEqual([
    corsOrigin,
    'https://console.example.com',
  ]);
});

test('what cannot be made again is copied to the replica where one is named, deletions too', () => {
  const rulesOf = (stacks: typeof synthesized) =>
    (
      only(stacks.data, 'AWS::S3::Bucket').Properties.ReplicationConfiguration as
        | { Rules: Record<string, unknown>[] }
        | undefined
    )?.Rules;
  expect(rulesOf(synthesized)).toBeUndefined();
  const { uploads, documents, thumbnails } = MEDIA_BUCKET.prefixes;
  const rules = rulesOf(otherwise);
  expect(rules?.map(({ Filter }) => Filter)).toEqual(
    [uploads, documents, thumbnails].map((Prefix) => ({ Prefix })),
  );
  for (const rule of rules ?? []) {
    expect(rule).toMatchObject({ Status: 'Enabled', DeleteMarkerReplication: { Status: 'Enabled' } });
    expect(JSON.stringify(rule.Destination)).toContain('vms-replica');
  }
});

test('the tables are copied into another vault every day, where one is named, by a role that can do no more', () => {
  expect(synthesized.data.findResources('AWS::Backup::BackupVault')).toEqual({});
  const { BackupPlan } = only(otherwise.data, 'AWS::Backup::BackupPlan').Properties;
  expect(BackupPlan).toMatchObject({
    BackupPlanRule: [
      {
        ScheduleExpression: 'cron(30 2 * * ? *)',
        Lifecycle: { DeleteAfterDays: RECOVERY_DAYS },
        CopyActions: [
          { DestinationBackupVaultArn: backupVaultArn, Lifecycle: { DeleteAfterDays: RECOVERY_DAYS } },
        ],
      },
    ],
  });
  expect(only(otherwise.data, 'AWS::Backup::BackupVault').DeletionPolicy).toBe('Retain');
  const { BackupSelection } = only(otherwise.data, 'AWS::Backup::BackupSelection').Properties as {
    BackupSelection: { Resources: object[] };
  };
  expect(BackupSelection.Resources).toHaveLength(Object.keys(TABLES).length);
  const role = [...resourcesOf(otherwise.data, 'AWS::IAM::Role').entries()].find(([id]) =>
    id.startsWith('Backups'),
  );
  expect(role?.[1].Properties).not.toHaveProperty('ManagedPolicyArns');
  expect(JSON.stringify(role?.[1].Properties.Policies)).not.toContain('"Resource":"*"');
});
