import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from '../../shared/stores/dynamodb.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { isTombstone, openVersions, type Version } from '../../shared/stores/versions.ts';

/** Makes a stored version look like one that another release of the service has written. */
export async function rewriteVersion(
  environment: Environment,
  videoId: string,
  version: number,
  rewrite: (version: Version) => object,
): Promise<void> {
  const stored = await openVersions(environment).get(videoId, version);
  if (stored === null || isTombstone(stored)) throw new Error(`There is no version ${version}`);
  const TableName = tableName(environment, 'versions');
  await dynamodb().send(new PutCommand({ TableName, Item: { ...rewrite(stored) } }));
}
