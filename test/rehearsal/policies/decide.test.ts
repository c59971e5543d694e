/** Cases of the IAM User Guide's pages on evaluation logic, conditions and policy elements. */
import { describe, expect, test } from 'vitest';
import { decide, type Policies } from '../../../rehearsal/policies/decide.ts';
import type { AccessRequest, Principal, Statement } from '../../../rehearsal/policies/policy.ts';

const role: Principal = { roleArn: 'arn:aws:iam::111122223333:role/app' };
const document = (...Statement: Statement[]) => ({ Statement });
const bucket = 'arn:aws:s3:::amzn-s3-demo-bucket';

const get = (resource: string, context: AccessRequest['context'] = {}): AccessRequest => ({
  action: 's3:GetObject',
  resource,
  context,
});

const allows = (request: AccessRequest, policies: Partial<Policies>, principal: Principal = role): boolean =>
  decide(principal, request, { identity: [], ...policies }).allowed;

const statement = (more: Partial<Statement>): Statement => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: `${bucket}/*`,
  ...more,
});

describe('evaluation within an account', () => {
  test('what no policy allows is denied', () => {
    expect(allows(get(`${bucket}/a`), {})).toBe(false);
    expect(allows(get('arn:aws:s3:::other/a'), { identity: [document(statement({}))] })).toBe(false);
  });

  test('a policy of the role or one of the resource is enough', () => {
    expect(allows(get(`${bucket}/a`), { identity: [document(statement({}))] })).toBe(true);
    const resource = document(statement({ Principal: { AWS: role.roleArn } }));
    expect(allows(get(`${bucket}/a`), { resource })).toBe(true);
  });

  test('a resource that names the account leaves the decision to the policies of the role', () => {
    const resource = document(statement({ Principal: { AWS: 'arn:aws:iam::111122223333:root' } }));
    expect(allows(get(`${bucket}/a`), { resource })).toBe(false);
    const other = document(statement({ Principal: { AWS: 'arn:aws:iam::111122223333:role/other' } }));
    expect(allows(get(`${bucket}/a`), { resource: other })).toBe(false);
  });

  test.each(['identity', 'resource', 'endpoint'] as const)(
    'an explicit deny in the %s policy wins',
    (kind) => {
      const denying = document(statement({ Principal: '*' }), statement({ Effect: 'Deny', Principal: '*' }));
      const policies = { identity: [document(statement({}))] };
      expect(allows(get(`${bucket}/a`), policies)).toBe(true);
      expect(
        allows(get(`${bucket}/a`), { ...policies, [kind]: kind === 'identity' ? [denying] : denying }),
      ).toBe(false);
    },
  );

  test('a deny for another principal or under a condition that does not hold denies nothing', () => {
    const identity = [document(statement({}))];
    const others = document(
      statement({ Effect: 'Deny', Principal: { AWS: 'arn:aws:iam::111122223333:role/other' } }),
    );
    expect(allows(get(`${bucket}/a`), { identity, resource: others })).toBe(true);
    const insecure = document(
      statement({ Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    const secure = get(`${bucket}/a`, { 'aws:securetransport': 'true' });
    expect(allows(secure, { identity, resource: insecure })).toBe(true);
    expect(
      allows(get(`${bucket}/a`, { 'aws:securetransport': 'false' }), { identity, resource: insecure }),
    ).toBe(false);
  });

  test('a VPC endpoint grants nothing, and what it does not let through is denied', () => {
    const endpoint = document(statement({ Principal: '*' }));
    const identity = [document(statement({ Resource: '*' }))];
    expect(allows(get(`${bucket}/a`), { endpoint })).toBe(false);
    expect(allows(get(`${bucket}/a`), { identity, endpoint })).toBe(true);
    expect(allows(get('arn:aws:s3:::other/a'), { identity, endpoint })).toBe(false);
  });
});

describe('assuming a role', () => {
  const target = 'arn:aws:iam::111122223333:role/signer';
  const assume: AccessRequest = {
    action: 'sts:AssumeRole',
    resource: target,
    context: { 'aws:principalarn': role.roleArn },
  };
  const own = [document({ Effect: 'Allow', Action: 'sts:AssumeRole', Resource: target })];
  const trust = (more: Partial<Statement>) =>
    document({ Effect: 'Allow', Action: 'sts:AssumeRole', ...more });

  test('needs the trust of the role, whatever the caller is allowed', () => {
    expect(allows(assume, { identity: own })).toBe(false);
    expect(
      allows(assume, { identity: own, resource: trust({ Principal: { Service: 'lambda.amazonaws.com' } }) }),
    ).toBe(false);
  });

  test('by trust in the account needs a policy of the caller too', () => {
    const resource = trust({
      Principal: { AWS: 'arn:aws:iam::111122223333:root' },
      Condition: { ArnEquals: { 'aws:PrincipalArn': [role.roleArn] } },
    });
    expect(allows(assume, { resource })).toBe(false);
    expect(allows(assume, { identity: own, resource })).toBe(true);
    const another = { ...assume, context: { 'aws:principalarn': 'arn:aws:iam::111122223333:role/other' } };
    expect(allows(another, { identity: own, resource })).toBe(false);
  });

  test('a service is trusted by its name', () => {
    const resource = trust({ Principal: { Service: 'lambda.amazonaws.com' } });
    expect(allows(assume, { resource }, { service: 'lambda.amazonaws.com' })).toBe(true);
    expect(allows(assume, { resource }, { service: 'events.amazonaws.com' })).toBe(false);
  });
});

describe('actions and resources', () => {
  test.each([
    ['s3:*', true],
    ['S3:getobject', true],
    ['s3:Get*', true],
    ['s3:GetObjec?', true],
    ['s3:GetObjectVersion', false],
    ['*', true],
    ['dynamodb:*', false],
  ])('the action %s fits s3:GetObject: %s', (Action, expected) => {
    expect(allows(get(`${bucket}/a`), { identity: [document(statement({ Action }))] })).toBe(expected);
  });

  test.each([
    [`${bucket}/*`, `${bucket}/a/b`, true],
    [`${bucket}/docs/*`, `${bucket}/docs-private/a`, false],
    [bucket, `${bucket}/a`, false],
    [`${bucket}/a.b`, `${bucket}/axb`, false],
    [`${bucket}/\${aws:PrincipalAccount}/*`, `${bucket}/111122223333/a`, true],
    [`${bucket}/\${aws:username}/*`, `${bucket}//a`, false],
  ])('the resource %s fits %s: %s', (Resource, resource, expected) => {
    const request = get(resource, { 'aws:principalaccount': '111122223333' });
    expect(allows(request, { identity: [document(statement({ Resource }))] })).toBe(expected);
  });

  test('NotAction and NotResource speak of everything else', () => {
    const except = (more: Partial<Statement>) => {
      const { Action, Resource, ...rest } = statement({});
      return [document({ Resource, Action, ...rest, ...more } as Statement)];
    };
    const identity = except({ Action: undefined as never, NotAction: 's3:DeleteObject' });
    expect(allows(get(`${bucket}/a`), { identity })).toBe(true);
    expect(allows({ ...get(`${bucket}/a`), action: 's3:DeleteObject' }, { identity })).toBe(false);
    const elsewhere = except({ Resource: undefined as never, NotResource: `${bucket}/secret/*` });
    expect(allows(get(`${bucket}/a`), { identity: elsewhere })).toBe(true);
    expect(allows(get(`${bucket}/secret/a`), { identity: elsewhere })).toBe(false);
  });
});
