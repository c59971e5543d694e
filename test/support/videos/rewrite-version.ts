import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { isTombstone, openVersions, type Version } from '../../../shared/stores/documents/versions.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';

/** Rewrites a stored version as if another release of the service had written it. */
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
