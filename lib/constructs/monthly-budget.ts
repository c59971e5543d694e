import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * Notifies of what the AWS account costs. Of the whole account: a budget of one service needs tags that are activated by hand, and
 * applies to them a day later.
 */
export function monthlyBudget(
  scope: Construct,
  config: Pick<Config, 'alarmTopicArn' | 'monthlyBudget'>,
): void {
  const notify = (
    notificationType: string,
    threshold: number,
  ): CfnBudget.NotificationWithSubscribersProperty => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'SNS', address: config.alarmTopicArn }],
  });
  new CfnBudget(scope, 'MonthlyBudget', {
    budget: {
      budgetName: `${Stack.of(scope).stackName}-cost`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: config.monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
}
