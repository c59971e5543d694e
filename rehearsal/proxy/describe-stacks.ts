import type { ServerResponse } from 'node:http';
import { xmlFields, xmlGroup } from '../../local/s3/protocol/xml.ts';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { Place } from '../template/attributes.ts';
import { UnknownRequest } from './required-access.ts';

/** Outputs of the stacks, by stack and name. */
export type StackOutputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Options {
  readonly access: AccessControl;
  readonly caller: Caller;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  readonly outputs: StackOutputs;
}

/**
 * Answers `cloudformation:DescribeStacks` for one stack: its name and its outputs.
 * @throws {AccessDenied}
 */
export function answerDescribeStacks(
  form: URLSearchParams,
  response: ServerResponse,
  options: Options,
): void {
  const { access, caller, place, outputs } = options;
  const name = form.get('StackName') ?? '';
  const found = outputs[name];
  if (form.get('Action') !== 'DescribeStacks' || found === undefined)
    throw new UnknownRequest(`CloudFormation: ${form.get('Action')} ${name}`);
  const id = `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${name}/rehearsal`;
  access.authorize(caller, { action: 'cloudformation:DescribeStacks', resource: id, context: {} });
  const members = Object.entries(found).map(([OutputKey, OutputValue]) =>
    xmlGroup('member', [xmlFields({ OutputKey, OutputValue })]),
  );
  const stack = xmlGroup('member', [
    xmlFields({ StackName: name, StackId: id, StackStatus: 'CREATE_COMPLETE' }),
    xmlFields({ CreationTime: new Date(0).toISOString() }),
    xmlGroup('Outputs', members),
  ]);
  const result = xmlGroup('DescribeStacksResult', [xmlGroup('Stacks', [stack])]);
  response.writeHead(200, { 'content-type': 'text/xml' });
  response.end(
    `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">${result}</DescribeStacksResponse>`,
  );
}
