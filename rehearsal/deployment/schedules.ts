import type { Resources } from '../template/resources.ts';
import type { DeployedFunctions } from './deployed-functions.ts';
import { ruleTargets } from './rules.ts';

/**
 * Calls everything that is called on a schedule, now.
 * @throws Error where a function fails
 */
export async function fireSchedules(resources: Resources, functions: DeployedFunctions): Promise<void> {
  for (const { functionArn, rule } of ruleTargets(resources, 'ScheduleExpression')) {
    const event = {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      resources: [rule.arn],
      detail: {},
    };
    const outcome = await functions.invokeAs('events.amazonaws.com', functionArn, event, rule.arn);
    if (outcome.kind === 'error')
      throw new Error(`${functionArn}: ${outcome.errorType}: ${outcome.errorMessage}`);
  }
}
