/** Why permissions are given that a rehearsal does not use. */
interface Explanation {
  /** Fits permissions as `AccessControl.unused` writes them. */
  readonly permissions: RegExp;
  readonly because: string;
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    permissions:
      /^identity \S+-role (dynamodb:(DeleteItem (jobs|plugins|surfaces|versions|videos)|Query (plugins|surfaces|versions|videos)|BatchGetItem videos|GetItem (usage|versions)|UpdateItem usage)|s3:(DeleteObject Media\/\w+\/\*|AbortMultipartUpload Media\/uploads\/\*|ListBucket Media))$/,
    because:
      'Called where the counts of an account are lost and made again, or where a deletion or another writer comes between. test/lib/grants-and-calls.test.ts makes each call.',
  },
  {
    permissions:
      /^identity \S+-role (dynamodb:(DeleteItem idempotency|PutItem (jobs|versions)|GetItem jobs|UpdateItem jobs)|s3:(AbortMultipartUpload|ListMultipartUploadParts) Media\/exports\/\*|s3:GetObject Media\/(uploads|documents)\/\*|s3:PutObject Media\/documents\/\*)$/,
    because:
      'Called where an earlier attempt broke off, or where a part of a document is large. test/lib/grants-and-calls.test.ts makes each call by breaking off attempts.',
  },
  {
    permissions: /^identity console-create-key-role dynamodb:GetItem keys$/,
    because:
      'Looks whether a key is stored, where the reply was lost. test/lib/grants-and-calls.test.ts loses one.',
  },
  {
    permissions:
      /^identity Restore\/Policy (dynamodb:(BatchGetItem|DeleteItem|PutItem) \w+|s3:DeleteObject Media\/(jobs|surfaces)\/\*)$/,
    because:
      'What differs in a table, and what lies below a prefix, depends on what was done since the moment. test/reliability/restore.test.ts restores something of everything.',
  },
  {
    permissions: /^identity (ErasurePolicy|ExportPolicy) (dynamodb:\w+ [\w/-]+|s3:\w+ Media(\/\w+\/\*)?)$/,
    because:
      'What an account may have and the rehearsed one has not. test/lib/command-policies.test.ts exports and erases one that has something of everything.',
  },
  {
    permissions: /^identity sweeper-sweeper-role dynamodb:(GetItem|DeleteItem) outbox$/,
    because: 'What the relay has not taken. test/lib/grants-and-calls.test.ts makes both.',
  },
  {
    permissions: /^identity (relay-relay|events-record-changes)-role dynamodb:ListStreams /,
    because: 'CDK gives it to readers of a stream besides what Lambda needs.',
  },
  {
    permissions: /^identity events-record-changes-role dynamodb:(GetItem videos|Query events)$/,
    because:
      'Looks up whose a version of an earlier release is, and where an event stands that is announced again. test/lib/grants-and-calls.test.ts has one announced twice.',
  },
  {
    permissions:
      /^identity webhooks-(create-webhook-role dynamodb:DeleteItem webhooks|(deliver|dead-letters)-role dynamodb:UpdateItem deliveries)$/,
    because:
      'Called where two make the last webhook at a time, or a webhook goes while an attempt waits. test/lib/grants-and-calls.test.ts makes each call.',
  },
  {
    permissions: /^identity \S+-role sqs:(ChangeMessageVisibility|GetQueueUrl) /,
    because:
      'CDK gives them to every consumer of a queue. A worker holds its message by the first while it works, longer than the rehearsal does.',
  },
  {
    permissions: /^resource IngestQueue\/Queue sqs:SendMessage /,
    because:
      'EventBridge sends what it cannot deliver. test/rehearsal/deployment/guards.test.ts takes the permission to deliver away.',
  },
  {
    permissions: /^resource \S+CloudWatchRole sts:AssumeRole \*$/,
    because: 'API Gateway writes its logs with this role; the rehearsal writes none.',
  },
];

interface Explained {
  readonly because: string;
  readonly permissions: readonly string[];
}

/** Splits unused permissions into explained ones, each by the first that fits, and what nothing explains; stale are explanations that explain nothing any more. */
export function explain(
  unused: readonly string[],
  explanations: readonly Explanation[] = EXPLANATIONS,
): { explained: Explained[]; unexplained: string[]; stale: string[] } {
  const fits = (permission: string) => explanations.find(({ permissions }) => permissions.test(permission));
  return {
    explained: explanations
      .map((explanation) => ({
        because: explanation.because,
        permissions: unused.filter((permission) => fits(permission) === explanation),
      }))
      .filter(({ permissions }) => permissions.length > 0),
    unexplained: unused.filter((permission) => fits(permission) === undefined),
    stale: explanations
      .filter(({ permissions }) => !unused.some((permission) => permissions.test(permission)))
      .map(({ because }) => because),
  };
}

/** Permissions with those that have them: `action resource: owner, owner`, by action and resource. */
export function byAction(permissions: readonly string[]): string[] {
  const owners = new Map<string, string[]>();
  for (const permission of permissions) {
    const [, owner = '', action = ''] = /^\S+ (\S+) (.*)$/.exec(permission) ?? [];
    owners.set(action, [...(owners.get(action) ?? []), owner]);
  }
  return [...owners].map(([action, names]) => `${action}: ${names.join(', ')}`).sort();
}
