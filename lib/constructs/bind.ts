import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Need, Setting } from '../../shared/contract/needs/need.ts';
import {
  MEDIA_BUCKET,
  QUEUES,
  type QueueName,
  SETTINGS,
  TABLES,
  type TableName,
} from '../../shared/contract/resources.ts';
import type { MediaAccess, PolicyTarget } from './media-access.ts';

export interface Bindable {
  tables: Record<TableName, TableV2>;
  media: MediaAccess;
  queues: Record<QueueName, Queue>;
  settings: Record<Setting, string>;
}

/** The entries of a record, whose names keep their type. */
export const entries = <K extends string, V>(record: { readonly [Name in K]?: V }): [K, V][] =>
  Object.entries(record) as [K, V][];

/** Grants a function what it needs: for each thing the permission and the variable that names it. */
export function bind(fn: LambdaFunction, need: Required<Need>, bindable: Bindable): void {
  allowNeed(roleOf(fn), need, bindable);
  const { tables, media, queues, settings } = bindable;
  for (const [name] of entries(need.tables)) fn.addEnvironment(TABLES[name].env, tables[name].tableName);
  if (Object.keys(need.objects).length > 0 || need.listsObjects || need.signsUrls) {
    fn.addEnvironment(MEDIA_BUCKET.env, media.bucketName);
  }
  for (const name of new Set([...need.queues, ...need.visibility])) {
    fn.addEnvironment(QUEUES[name].env, queues[name].queueUrl);
  }
  for (const name of need.settings) fn.addEnvironment(SETTINGS[name], settings[name]);
}

/** Adds the permissions of a need to a role or a policy. */
export function allowNeed(
  target: PolicyTarget,
  need: Required<Need>,
  { tables, media, queues }: Pick<Bindable, 'tables' | 'media' | 'queues'>,
): void {
  const allow = (actions: readonly string[], resources: string[]): void => {
    target.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources }));
  };
  for (const [name, actions] of entries(need.tables)) {
    allow(
      actions.map((action) => `dynamodb:${action}`),
      [tables[name].tableArn],
    );
  }
  for (const [name, indexes] of entries<TableName, readonly string[]>(need.indexes)) {
    allow(
      ['dynamodb:Query'],
      indexes.map((index) => `${tables[name].tableArn}/index/${index}`),
    );
  }
  for (const [prefix, actions] of entries(need.objects)) {
    media.allowObjects(
      target,
      actions.map((action) => `s3:${action}`),
      [prefix],
    );
  }
  if (need.listsObjects) media.allowList(target);
  if (need.listsUploads) media.allowListUploads(target);
  for (const name of need.queues) allow(['sqs:SendMessage'], [queues[name].queueArn]);
  for (const name of need.visibility) allow(['sqs:ChangeMessageVisibility'], [queues[name].queueArn]);
}

export function roleOf(fn: LambdaFunction): IRole {
  if (fn.role === undefined) throw new Error(`${fn.node.path} has no role`);
  return fn.role;
}
