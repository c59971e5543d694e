import { readRestApi } from '../gateway/rest-api.ts';
import type { Resources } from '../template/resources.ts';
import { notifiedFunctions } from './bucket-notifications.ts';
import { scheduledTargets } from './schedules.ts';

/** The functions that no route, authorizer, queue, schedule or notification of the templates calls. */
export function unreachedFunctions(resources: Resources): string[] {
  const { methods } = readRestApi(resources);
  const called = new Set([
    ...methods.flatMap(({ authorizer, integration }) => [
      authorizer?.functionArn,
      integration.kind === 'function' ? integration.functionArn : undefined,
    ]),
    ...resources
      .of('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => resources.get('AWS::Lambda::Function', properties.FunctionName).arn),
    ...scheduledTargets(resources).map(({ functionArn }) => functionArn),
    ...notifiedFunctions(resources),
  ]);
  return resources
    .of('AWS::Lambda::Function')
    .filter(({ arn }) => !called.has(arn))
    .map(({ ref }) => ref);
}
