import { CfnOutput } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  OPERATOR_VARIABLES,
  OPTIONAL_OPERATOR_VARIABLES,
  outputName,
} from '../../shared/contract/operator-variables.ts';
import {
  MEDIA_BUCKET,
  PARKED,
  QUEUES,
  type QueueName,
  SETTINGS,
  TABLES,
  type TableName,
} from '../../shared/contract/resources.ts';
import { type Bindable, entries } from './bind.ts';

interface OperatorOutputsProps extends Bindable {
  parked: Record<QueueName, Queue>;
}

/** Tells `vms … --stack NAME` where the stores are: one output for each of the operator's variables. */
export class OperatorOutputs extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { tables, media, queues, parked, settings }: OperatorOutputsProps,
  ) {
    super(scope, id);
    const values: Record<string, string> = {
      ...Object.fromEntries(
        entries<TableName, { env: string }>(TABLES).map(([name, { env }]) => [env, tables[name].tableName]),
      ),
      [MEDIA_BUCKET.env]: media.bucketName,
      ...Object.fromEntries(entries(queues).map(([name, { queueUrl }]) => [QUEUES[name].env, queueUrl])),
      ...Object.fromEntries(entries(parked).map(([name, { queueUrl }]) => [PARKED[name].env, queueUrl])),
      [SETTINGS.keyPrefix]: settings.keyPrefix,
      [SETTINGS.quotas]: settings.quotas,
      [SETTINGS.consoleIssuer]: settings.consoleIssuer,
    };
    for (const variable of [...OPERATOR_VARIABLES, ...OPTIONAL_OPERATOR_VARIABLES]) {
      const value = values[variable];
      if (value === undefined) throw new Error(`No output says what ${variable} is`);
      if (value !== '') new CfnOutput(this, variable, { value }).overrideLogicalId(outputName(variable));
    }
  }
}
