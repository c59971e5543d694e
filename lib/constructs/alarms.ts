import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { alarmSpecs, type Watched } from './alarm-specs.ts';

/** As many as CloudFormation watches during a deployment. */
const MOST_JUDGES = 5;

/** What calls an operator. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];
  /** Those that roll back a deployment. */
  readonly judges: readonly Alarm[];

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { alarmTopicArn } = watched.config;
    const action = alarmTopicArn && new SnsAction(Topic.fromTopicArn(this, 'Topic', alarmTopicArn));
    const judges: Alarm[] = [];
    this.all = alarmSpecs(this, watched).map((spec) => {
      const alarm = new Alarm(this, spec.name, {
        alarmName: `${Stack.of(this).stackName}-${spec.name}`,
        alarmDescription: `${spec.description} docs/runbook.md: ${spec.name}`,
        metric: spec.metric,
        evaluationPeriods: spec.periods ?? 1,
        threshold: spec.threshold ?? 1,
        ...(spec.missing
          ? {
              treatMissingData: TreatMissingData.BREACHING,
              comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            }
          : { treatMissingData: TreatMissingData.NOT_BREACHING }),
      });
      if (action) alarm.addAlarmAction(action);
      if (spec.judgesReleases) judges.push(alarm);
      return alarm;
    });
    if (judges.length > MOST_JUDGES)
      throw new Error(`CloudFormation watches ${MOST_JUDGES} alarms, not more`);
    this.judges = judges;
  }
}
