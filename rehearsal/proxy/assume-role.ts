import type { ServerResponse } from 'node:http';
import { xmlFields, xmlGroup } from '../../local/s3/protocol/xml.ts';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { IssuedCredentials } from './issued-credentials.ts';
import { UnknownRequest } from './required-access.ts';

const HOUR_SECONDS = 3600;

/**
 * Answers `sts:AssumeRole` with credentials of the role, if its trust and the caller's policies allow it.
 * @throws {AccessDenied}
 */
export function answerAssumeRole(
  form: URLSearchParams,
  response: ServerResponse,
  { access, issued, caller }: { access: AccessControl; issued: IssuedCredentials; caller: Caller },
): void {
  if (form.get('Action') !== 'AssumeRole') throw new UnknownRequest(`STS: ${form.get('Action')}`);
  const roleArn = form.get('RoleArn') ?? '';
  access.authorize(caller, { action: 'sts:AssumeRole', resource: roleArn, context: {} });
  // A session is used from wherever its credentials are sent to.
  const session = issued.issue({ name: `signed by ${caller.name}`, principal: { roleArn } });
  const seconds = Number(form.get('DurationSeconds') ?? HOUR_SECONDS);
  const credentials = xmlFields({
    AccessKeyId: session.accessKeyId,
    SecretAccessKey: session.secretAccessKey,
    SessionToken: session.sessionToken,
    Expiration: new Date(Date.now() + seconds * 1000).toISOString(),
  });
  const result = xmlGroup('AssumeRoleResult', [xmlGroup('Credentials', [credentials])]);
  response.writeHead(200, { 'content-type': 'text/xml' });
  response.end(
    `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${result}</AssumeRoleResponse>`,
  );
}
