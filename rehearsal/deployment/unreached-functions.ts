import { readRestApi } from '../gateway/rest-api.ts';
import type { Resources } from '../template/resources.ts';
import { objectEventTargets } from './object-events.ts';
import { ruleTargets } from './rules.ts';

/** The functions that no route, authorizer, queue, schedule or event of the templates calls. */
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
    ...[...ruleTargets(resources, 'ScheduleExpression'), ...objectEventTargets(resources)].map(
      ({ functionArn }) => functionArn,
    ),
  ]);
  return resources
    .of('AWS::Lambda::Function')
    .filter(({ arn }) => !called.has(arn))
    .map(({ ref }) => ref);
}
