import type { ServerResponse } from 'node:http';
import type { FunctionSwitches } from '../deployment/function-switches.ts';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { Place } from '../template/attributes.ts';
import { UnknownRequest } from './required-access.ts';

interface Options {
  readonly access: AccessControl;
  readonly caller: Caller;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  readonly switches: FunctionSwitches;
}

/**
 * Answers what is asked of Lambda about the concurrency of functions and what feeds them.
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html, API_UpdateEventSourceMapping.html
 * @throws {AccessDenied}
 */
export async function answerLambda(
  { method, target, body }: { method: string; target: string; body: string },
  response: ServerResponse,
  { access, caller, place: { region, accountId }, switches }: Options,
): Promise<void> {
  const [, kind, name = ''] =
    /^\/[\d-]+\/(functions|event-source-mappings)\/([^/?]+)(?:\/concurrency)?$/.exec(target) ?? [];
  const arn = (resource: string): string => `arn:aws:lambda:${region}:${accountId}:${resource}`;
  const authorize = (action: string, resource: string): void =>
    access.authorize(caller, { action: `lambda:${action}`, resource, context: {} });
  const given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  const answer = (status: number, content: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(content));
  };

  if (kind === 'functions' && (method === 'PUT' || method === 'DELETE')) {
    authorize(
      method === 'PUT' ? 'PutFunctionConcurrency' : 'DeleteFunctionConcurrency',
      arn(`function:${name}`),
    );
    switches.reserve(name, method === 'PUT' ? Number(given.ReservedConcurrentExecutions) : null);
    answer(method === 'PUT' ? 200 : 204, given);
  } else if (kind === 'event-source-mappings' && (method === 'PUT' || method === 'GET')) {
    const resource = arn(`event-source-mapping:${name}`);
    authorize(method === 'PUT' ? 'UpdateEventSourceMapping' : 'GetEventSourceMapping', resource);
    if (method === 'PUT') await switches.feed(name, given.Enabled === true);
    answer(method === 'PUT' ? 202 : 200, {
      UUID: name,
      State: switches.isFed(name) ? 'Enabled' : 'Disabled',
    });
  } else {
    throw new UnknownRequest(`Lambda: ${method} ${target}`);
  }
}
