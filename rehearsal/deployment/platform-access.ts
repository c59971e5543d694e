import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';

/** What Lambda does with a function's role to attach the function to a network. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Makes the calls that Lambda makes with a function's role: it assumes it, writes logs and traces, and attaches the function to
 * its network.
 * Source: "Defining Lambda function permissions with an execution role",
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 * @throws {AccessDenied}
 */
export function usePlatform(
  { properties }: Resource,
  caller: Caller,
  { access, resources }: { access: AccessControl; resources: Resources },
): void {
  const service: Caller = { name: 'Lambda', principal: { service: 'lambda.amazonaws.com' } };
  const role = resources.get('AWS::IAM::Role', properties.Role).arn;
  access.authorize(service, { action: 'sts:AssumeRole', resource: role, context: {} });

  // Not from the function's network, but from Lambda's.
  const platform: Caller = { name: `Lambda for ${caller.name}`, principal: caller.principal };
  const call = (action: string, resource: string): void =>
    access.authorize(platform, { action, resource, context: {} });
  const { LogGroup } = (properties.LoggingConfig ?? {}) as { LogGroup?: string };
  if (LogGroup !== undefined) {
    const stream = resources.get('AWS::Logs::LogGroup', LogGroup).arn.replace(/\*$/, 'log-stream:rehearsal');
    call('logs:CreateLogStream', stream);
    call('logs:PutLogEvents', stream);
  }
  const { Mode } = (properties.TracingConfig ?? {}) as { Mode?: string };
  if (Mode === 'Active') {
    call('xray:PutTraceSegments', '*');
    call('xray:PutTelemetryRecords', '*');
  }
  if (properties.VpcConfig !== undefined) for (const action of NETWORK_ACTIONS) call(action, '*');
}
