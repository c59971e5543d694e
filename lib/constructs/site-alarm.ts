import { Aws, CfnCondition, type CfnResource, Duration, Fn, Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Alarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

interface SiteAlarmProps {
  distribution: Distribution;
  alarmTopicArn: string;
}

/**
 * Called by CloudFront's 5xx. Its metrics are in us-east-1 alone, and an alarm reads those of its own region: elsewhere there is
 * none (docs/runbook.md: console-errors).
 */
export function siteAlarm(scope: Construct, { distribution, alarmTopicArn }: SiteAlarmProps): void {
  const alarm = new Alarm(scope, 'SiteErrors', {
    alarmName: `${Stack.of(scope).stackName}-errors`,
    alarmDescription: 'CloudFront answers one of 20 requests 5xx. docs/runbook.md: console-errors',
    metric: new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      statistic: 'Average',
      period: Duration.minutes(5),
    }),
    threshold: 5,
    evaluationPeriods: 2,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  if (alarmTopicArn !== '')
    alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(scope, 'Topic', alarmTopicArn)));
  const hasMetrics = new CfnCondition(scope, 'HasMetrics', {
    expression: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
  });
  (alarm.node.defaultChild as CfnResource).cfnOptions.condition = hasMetrics;
}
