import type { Resources } from '../template/resources.ts';
import type { DeployedFunctions } from './deployed-functions.ts';

interface Target {
  readonly functionArn: string;
  readonly ruleArn: string;
}

/** What the schedules of the templates call. */
export const scheduledTargets = (resources: Resources): Target[] =>
  resources
    .of('AWS::Events::Rule')
    .filter(
      ({ properties }) => properties.ScheduleExpression !== undefined && properties.State !== 'DISABLED',
    )
    .flatMap(({ arn, properties }) =>
      (properties.Targets as { Arn: string }[]).map(({ Arn }) => ({ functionArn: Arn, ruleArn: arn })),
    );

/**
 * Calls everything that is called on a schedule, now.
 * @throws Error where a function fails
 */
export async function fireSchedules(resources: Resources, functions: DeployedFunctions): Promise<void> {
  for (const { functionArn, ruleArn } of scheduledTargets(resources)) {
    const event = {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      resources: [ruleArn],
      detail: {},
    };
    const outcome = await functions.invokeAs('events.amazonaws.com', functionArn, event, ruleArn);
    if (outcome.kind === 'error')
      throw new Error(`${functionArn}: ${outcome.errorType}: ${outcome.errorMessage}`);
  }
}
