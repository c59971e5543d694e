import { expect, test } from 'vitest';
import { GRANTS } from '../../lib/grants.ts';
import { QUEUE_CONSUMERS } from '../../shared/contract/messages.ts';
import { MEDIA_BUCKET, QUEUES, type QueueName, SETTINGS, TABLES } from '../../shared/contract/resources.ts';
import { takesIdempotencyKey } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { STREAM_CONSUMERS } from '../../shared/contract/stream-consumers.ts';
import { permissionsOf as granted } from '../support/service/permissions.ts';
import { idOf, logicalId, propertiesOf, resourcesOf, rolePolicies, synthesize } from './synthesized.ts';

const synthesized = synthesize();
const { data, service } = synthesized;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** `table`, `table/index/name`, `media/prefix/*`, `queue` … as a short readable name. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const join = (resource as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
  if (join !== undefined) {
    const text = join[1].map((part) => nameOf(part)).join(join[0]);
    // The bucket is named across stacks, and its ARN made of the name.
    return text.replace(/^arn:AWS::Partition:s3:::/, '');
  }
  const id = logicalId(resource, synthesized) ?? JSON.stringify(resource);
  return id.replace(/[0-9A-F]{8}$/, '');
}

const policies = rolePolicies<{ Statement: Statement[] }>(service, synthesized);

const statementsOf = (roleId: string): Statement[] =>
  policies.filter(({ roles }) => roles.includes(roleId)).flatMap(({ document }) => document.Statement);

/** What a role may do, as `action name`; the log group and what names no resource left out. */
const permissionsOf = (roleId: string): string[] =>
  statementsOf(roleId)
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((resource) => `${action} ${nameOf(resource)}`)),
    )
    .filter((permission) => !/^(logs|xray|ec2):/.test(permission))
    .sort();

const functions = new Map(
  [...resourcesOf(service, 'AWS::Lambda::Function').values()].map(({ Properties }) => [
    String(Properties.FunctionName).replace(/^vms-dev-/, ''),
    {
      roleId: logicalId(Properties.Role, synthesized) ?? '',
      variables: ((Properties.Environment ?? { Variables: {} }) as { Variables: Record<string, unknown> })
        .Variables,
    },
  ]),
);

const permissions = (key: string): string[] =>
  permissionsOf(functions.get(key.replaceAll('/', '-'))?.roleId ?? 'no such function');

test('every function has a definition, and nothing else has', () => {
  expect(
    Object.keys(GRANTS)
      .map((key) => key.replaceAll('/', '-'))
      .sort(),
  ).toEqual([...functions.keys()].sort());
});

test('no two functions share a role, and none brings a managed policy', () => {
  const roles = [...functions.values()].map(({ roleId }) => roleId);
  expect(new Set(roles).size).toBe(roles.length);
  for (const id of roles) {
    const role = resourcesOf(service, 'AWS::IAM::Role').get(id);
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns');
  }
});

test('no permission has a wildcard action, and only tracing and network interfaces name no resource', () => {
  for (const { document } of policies) {
    for (const { Action, Resource } of document.Statement) {
      for (const action of list(Action)) {
        expect(action).not.toContain('*');
        if (list(Resource).includes('*')) expect(action).toMatch(/^xray:Put|^ec2:/);
      }
    }
  }
});

test('the authorizer may get and update keys and update counters, and nothing else', () => {
  expect(permissions('authorizer/authorizer')).toEqual([
    'dynamodb:GetItem keys',
    'dynamodb:UpdateItem keys',
    'dynamodb:UpdateItem limits',
  ]);
});

const CONSUMER_ACTIONS = [
  'ReceiveMessage',
  'ChangeMessageVisibility',
  'GetQueueUrl',
  'DeleteMessage',
  'GetQueueAttributes',
];
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
const QUEUE_IDS = {
  ingest: 'IngestQueue',
  detection: 'DetectionQueue',
  webhooks: 'WebhookQueue',
} as const;

/** What Lambda needs to feed a function. */
function feedOf(key: string): string[] {
  const fed = STREAM_CONSUMERS.find((definition) => definition.key === key);
  if (fed !== undefined)
    return fed.streams.flatMap((table) => STREAM_ACTIONS.map((action) => `dynamodb:${action} ${table}`));
  const consumer = QUEUE_CONSUMERS.find((definition) => definition.key === key);
  if (consumer === undefined) return [];
  const queue = `${QUEUE_IDS[consumer.queue]}${consumer.deadLetters ? 'DeadLetters' : ''}`;
  return CONSUMER_ACTIONS.map((action) => `sqs:${action} ${queue}`);
}

/** What a function may call, without what only feeds it, which needs no variable. */
const calls = (key: string): string[] =>
  permissions(key).filter(
    (permission) => !STREAM_ACTIONS.some((action) => permission.startsWith(`dynamodb:${action} `)),
  );

/** A permission of a definition in the words of a template. */
const inTemplate = (permission: string): string =>
  permission
    .replace(/^(dynamodb:Query \w+)\//, '$1/index/')
    .replace(/^(s3:List\w+)$/, '$1 Media')
    .replace(/^(s3:\w+) (\w+)$/, (text, action, prefix) =>
      prefix in MEDIA_BUCKET.prefixes ? `${action} Media/${prefix}/*` : text,
    )
    .replace(/^(sqs:\w+) (\w+)$/, (_, action, queue: QueueName) => `${action} ${QUEUE_IDS[queue]}`);

test.each(Object.entries(GRANTS))(
  '%s is granted what its definition gives it, and what feeds it',
  (key, grant) => {
    const expected = [
      ...granted(grant)
        .filter((permission) => !permission.startsWith('setting'))
        .map(inTemplate),
      ...(grant.signsUrls ? ['sts:AssumeRole UrlSignerRole'] : []),
      ...feedOf(key),
    ];
    expect(permissions(key)).toEqual(expected.sort());
  },
);

/** What reaches the keys besides the authorizer: the rows of the console that are about them. */
const ABOUT_KEYS = ['create-key', 'get-account', 'get-key', 'list-keys', 'revoke-key'].map(
  (name) => `console-${name}`,
);

test('no other function reaches the keys but those behind the console that are about them', () => {
  const named = [...functions].filter(([, { variables }]) => TABLES.keys.env in variables);
  const reaching = [...functions.keys()].filter((key) => / keys\b/.test(calls(key).join('\n')));
  const expected = ['authorizer-authorizer', ...ABOUT_KEYS];
  expect(reaching.sort()).toEqual(expected);
  expect(named.map(([key]) => key).sort()).toEqual(expected);
});

test('of those only the creation adds keys, only the revocation changes them, and none lists those of all accounts', () => {
  const having = (pattern: RegExp) =>
    ABOUT_KEYS.filter((key) => permissions(key).some((permission) => pattern.test(permission)));
  expect(having(/Put\w+ (keys|accountKeys)$/)).toEqual(['console-create-key']);
  expect(having(/Update\w+ (keys|accountKeys)$/)).toEqual(['console-revoke-key']);
  expect(having(/(Scan|Delete\w+) (keys|accountKeys)$/)).toEqual([]);
});

test('no function reaches the identities but those that sign people in and out', () => {
  const reaching = [...functions.keys()].filter((key) => / identities\b/.test(permissions(key).join('\n')));
  expect(reaching.sort()).toEqual(['authorizer-console-authorizer', 'console-sign-out-everywhere']);
});

test('functions in the isolated network send nothing themselves, and can only add to the outbox, not look into it', () => {
  for (const key of ['ingest/ingest', 'detector/detector']) {
    expect(permissions(key).filter((p) => / outbox|:SendMessage/.test(p))).toEqual([
      'dynamodb:PutItem outbox',
    ]);
  }
});

test('the relay reaches the outbox and the queues, and no data', () => {
  expect(permissions('relay/relay').filter((p) => !/ (outbox|IngestQueue|DetectionQueue)$/.test(p))).toEqual(
    [],
  );
});

test('what needs nothing has nothing', () => {
  expect(permissions('account/whoami')).toEqual([]);
  expect(permissions('not-found')).toEqual([]);
});

test('reading endpoints write nothing', () => {
  const readers = ROUTES.filter(({ method, key }) => method === 'GET' && key !== 'metadata/export-video');
  expect(readers.length).toBeGreaterThan(0);
  for (const { key } of readers) {
    expect(permissions(key).filter((p) => /Put|Update|Delete|Send|Abort/.test(p))).toEqual([]);
  }
});

test('the sweeper finds due items by the index, and may not replace an original', () => {
  expect(permissions('sweeper/sweeper')).toEqual(
    expect.arrayContaining(['videos', 'versions', 'jobs'].map((t) => `dynamodb:Query ${t}/index/by-sweep`)),
  );
  expect(permissions('sweeper/sweeper')).not.toContain('s3:PutObject Media/uploads/*');
});

test('the signer reads what is handed out, writes uploads only, and serves only who hands URLs out', () => {
  const signer = idOf(service, 'AWS::IAM::Role', 'UrlSignerRole');
  expect(permissionsOf(signer)).toEqual([
    's3:GetObject Media/exports/*',
    's3:GetObject Media/thumbnails/*',
    's3:GetObject Media/uploads/*',
    's3:PutObject Media/uploads/*',
  ]);
  const trust = propertiesOf(service, 'AWS::IAM::Role', signer).AssumeRolePolicyDocument as {
    Statement: { Condition: { ArnEquals: { 'aws:PrincipalArn': unknown[] } } }[];
  };
  const trusted = trust.Statement.flatMap(({ Condition }) => Condition.ArnEquals['aws:PrincipalArn']).map(
    (arn) => logicalId(arn, synthesized),
  );
  const signing = [...functions.values()].filter(({ variables }) => SETTINGS.signerRoleArn in variables);
  expect(trusted.sort()).toEqual(signing.map(({ roleId }) => roleId).sort());
});

test('a variable names a table, the bucket or a queue exactly where there is a permission on it', () => {
  for (const [key, { variables }] of functions) {
    const touched = calls(key).join('\n');
    for (const [name, { env }] of Object.entries(TABLES)) {
      expect([key, name, env in variables]).toEqual([key, name, new RegExp(` ${name}$`, 'm').test(touched)]);
      if (env in variables) {
        expect(logicalId(variables[env], synthesized)).toBe(idOf(data, 'AWS::DynamoDB::GlobalTable', name));
      }
    }
    expect([key, MEDIA_BUCKET.env in variables]).toEqual([key, / Media\b|UrlSigner/.test(touched)]);
    for (const [queue, id] of Object.entries(QUEUE_IDS)) {
      const sends = touched.includes(`sqs:SendMessage ${id}`);
      // What a queue feeds may do this by way of its event source, which needs no variable.
      const hides =
        touched.includes(`sqs:ChangeMessageVisibility ${id}`) && !touched.includes('ReceiveMessage');
      expect([key, queue, QUEUES[queue as QueueName].env in variables]).toEqual([key, queue, sends || hides]);
    }
  }
});

test('every POST endpoint keeps what it answered under an Idempotency-Key, and no other does', () => {
  for (const route of ROUTES) {
    const { key } = route;
    expect([
      key,
      TABLES.idempotency.env in (functions.get(key.replaceAll('/', '-'))?.variables ?? {}),
    ]).toEqual([key, takesIdempotencyKey(route)]);
  }
});

test('an upload may add a video and its file, give up on the file, and change nothing that is there', () => {
  const granted = permissions('videos/upload-video');
  expect(granted.filter((permission) => / (videos|versions)$|^s3:/.test(permission))).toEqual([
    'dynamodb:BatchGetItem videos',
    'dynamodb:DeleteItem videos',
    'dynamodb:GetItem versions',
    'dynamodb:PutItem versions',
    'dynamodb:PutItem videos',
    'dynamodb:Query versions',
    'dynamodb:Query videos',
    's3:AbortMultipartUpload Media/uploads/*',
    's3:ListBucket Media',
    's3:PutObject Media/uploads/*',
  ]);
});
