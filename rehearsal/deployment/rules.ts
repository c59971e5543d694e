import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';

/** What a rule of EventBridge calls. */
export interface RuleTarget {
  readonly rule: Resource;
  readonly functionArn: string;
  /** ARN of the queue for what cannot be delivered. */
  readonly deadLetters: string | undefined;
}

interface Target {
  Arn: string;
  DeadLetterConfig?: { Arn: string };
}

/** What the rehearsal knows of rules and their targets. The retries of a target are for an AWS that cannot be reached. */
const OF_RULES = ['Description', 'EventPattern', 'ScheduleExpression', 'State', 'Targets'];
const OF_TARGETS = ['Arn', 'DeadLetterConfig', 'Id', 'RetryPolicy'];

/**
 * The targets of the rules that are enabled and run on a schedule, or of those that wait for events.
 * @throws Error for a setting that the rehearsal does not act on: it would be deployed untried
 */
export function ruleTargets(
  resources: Resources,
  trigger: 'ScheduleExpression' | 'EventPattern',
): RuleTarget[] {
  return resources
    .of('AWS::Events::Rule')
    .filter(({ properties }) => properties[trigger] !== undefined && properties.State !== 'DISABLED')
    .flatMap((rule) => {
      requireKnown(rule, rule.properties, OF_RULES);
      return (rule.properties.Targets as Target[]).map((target) => {
        requireKnown(rule, target, OF_TARGETS);
        return { rule, functionArn: target.Arn, deadLetters: target.DeadLetterConfig?.Arn };
      });
    });
}

function requireKnown({ ref }: Resource, settings: object, known: readonly string[]): void {
  const unknown = Object.keys(settings).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${ref}: ${unknown.join(', ')} is not known to the rehearsal`);
}
