import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { listOf, type PolicyDocument, type Statement } from './policy.ts';

/** A policy of the templates, and the resource that it belongs to. */
export interface DeployedPolicy {
  /** `identity`: of a role; `resource`: of what is asked for; `endpoint`: of a way out of a network. */
  readonly kind: 'identity' | 'resource' | 'endpoint';
  /** ARN of the role, bucket, queue or function; reference of the endpoint. */
  readonly owner: string;
  readonly document: PolicyDocument;
}

/** Every policy that the templates give to a role, bucket, queue, function or VPC endpoint. */
export function deployedPolicies(resources: Resources): DeployedPolicy[] {
  return resources.all.flatMap((resource) => READERS[resource.type]?.(resource, resources) ?? []);
}

type Reader = (resource: Resource, resources: Resources) => DeployedPolicy[];

const ofRoles: Reader = ({ properties }, resources) =>
  listOf(properties.Roles as string[]).map((role) => ({
    kind: 'identity',
    owner: resources.get('AWS::IAM::Role', role).arn,
    document: properties.PolicyDocument as PolicyDocument,
  }));

const READERS: Readonly<Record<string, Reader>> = {
  'AWS::IAM::Policy': ofRoles,
  'AWS::IAM::ManagedPolicy': (policy, resources) => [
    ...ofRoles(policy, resources),
    // Who comes from outside the stacks has it attached by its ARN.
    { kind: 'identity', owner: policy.ref, document: policy.properties.PolicyDocument as PolicyDocument },
  ],
  'AWS::IAM::Role': ({ arn, properties }) => [
    ...listOf(properties.Policies as { PolicyDocument: PolicyDocument }[]).map(
      ({ PolicyDocument: document }) => ({ kind: 'identity' as const, owner: arn, document }),
    ),
    { kind: 'resource', owner: arn, document: properties.AssumeRolePolicyDocument as PolicyDocument },
  ],
  'AWS::SQS::QueuePolicy': ({ properties }, resources) =>
    (properties.Queues as string[]).map((queue) => ({
      kind: 'resource',
      owner: resources.get('AWS::SQS::Queue', queue).arn,
      document: properties.PolicyDocument as PolicyDocument,
    })),
  'AWS::S3::BucketPolicy': ({ properties }, resources) => [
    {
      kind: 'resource',
      owner: resources.get('AWS::S3::Bucket', properties.Bucket).arn,
      document: properties.PolicyDocument as PolicyDocument,
    },
  ],
  'AWS::Lambda::Permission': ({ properties }, resources) => {
    const { arn } = resources.get('AWS::Lambda::Function', properties.FunctionName);
    return [{ kind: 'resource', owner: arn, document: { Statement: [invocation(arn, properties)] } }];
  },
  'AWS::EC2::VPCEndpoint': ({ ref, properties }) => [
    {
      kind: 'endpoint',
      owner: ref,
      document: (properties.PolicyDocument as PolicyDocument | undefined) ?? ANYTHING,
    },
  ],
};

/** What an endpoint lets through that has no policy. */
const ANYTHING: PolicyDocument = {
  Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }],
};

function invocation(arn: string, properties: Resource['properties']): Statement {
  const { Action, Principal, SourceArn, SourceAccount } = properties as Record<string, string | undefined>;
  return {
    Effect: 'Allow',
    Action: Action ?? '',
    Resource: arn,
    Principal: Principal?.endsWith('.amazonaws.com') ? { Service: Principal } : { AWS: Principal ?? '' },
    Condition: {
      ...(SourceArn !== undefined && { ArnLike: { 'aws:SourceArn': SourceArn } }),
      ...(SourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
    },
  };
}
