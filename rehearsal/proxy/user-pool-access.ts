import type { ServerResponse } from 'node:http';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { UserPool } from '../stores/user-pool.ts';
import type { Place } from '../template/attributes.ts';

interface Options {
  readonly access: AccessControl;
  readonly caller: Caller;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  readonly users: UserPool;
}

/**
 * Answers a request of the JSON protocol to the user pool that it names.
 * @param target value of `X-Amz-Target`: `AWSCognitoIdentityProviderService.AdminGetUser`
 * @throws {AccessDenied}
 */
export function answerUserPool(
  target: string,
  body: string,
  response: ServerResponse,
  { access, caller, place: { region, accountId }, users }: Options,
): void {
  const operation = target.split('.')[1] ?? '';
  const request = JSON.parse(body) as Parameters<UserPool['answer']>[1];
  const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${request.UserPoolId}`;
  access.authorize(caller, { action: `cognito-idp:${operation}`, resource, context: {} });
  const answer = users.answer(operation, request);
  response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(answer.body));
}
