import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  MEDIA_BUCKET,
  QUEUES,
  type QueueName,
  SETTINGS,
  TABLES,
  type TableName,
} from '../../shared/contract/resources.ts';
import { type Grant, OBJECT_ACTIONS, type Setting, TABLE_ACTIONS } from '../grants.ts';
import type { MediaAccess } from './media-access.ts';

export interface Bindable {
  tables: Record<TableName, TableV2>;
  media: MediaAccess;
  queues: Record<QueueName, Queue>;
  settings: Record<Setting, string>;
}

const entries = <K extends string, V>(record: Partial<Record<K, V>> = {}): [K, V][] =>
  Object.entries(record) as [K, V][];

/** Gives a function what its grant lists: for each thing the permission and the variable that names it. */
export function bind(fn: LambdaFunction, grant: Grant, { tables, media, queues, settings }: Bindable): void {
  const role = roleOf(fn);
  const allow = (actions: readonly string[], resources: string[]): void => {
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources }));
  };

  for (const [name, accesses] of entries(grant.tables)) {
    allow(
      accesses.flatMap((access) => TABLE_ACTIONS[access]),
      [tables[name].tableArn],
    );
    fn.addEnvironment(TABLES[name].env, tables[name].tableName);
  }
  for (const [name, indexes] of entries<TableName, readonly string[]>(grant.indexes)) {
    allow(
      ['dynamodb:Query'],
      indexes.map((index) => `${tables[name].tableArn}/index/${index}`),
    );
  }

  for (const [prefix, accesses] of entries(grant.objects)) {
    media.allowObjects(
      role,
      accesses.flatMap((access) => OBJECT_ACTIONS[access]),
      [prefix],
    );
  }
  if (grant.listsObjects) media.allowList(role);
  if (grant.listsUploads) media.allowListUploads(role);
  if (grant.objects || grant.listsObjects || grant.signsUrls) {
    fn.addEnvironment(MEDIA_BUCKET.env, media.bucketName);
  }

  for (const name of grant.queues ?? []) {
    allow(['sqs:SendMessage'], [queues[name].queueArn]);
    fn.addEnvironment(QUEUES[name].env, queues[name].queueUrl);
  }
  for (const name of grant.settings ?? []) {
    fn.addEnvironment(SETTINGS[name], settings[name]);
  }
}

export function roleOf(fn: LambdaFunction): IRole {
  if (fn.role === undefined) throw new Error(`${fn.node.path} has no role`);
  return fn.role;
}
