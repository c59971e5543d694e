import type { ServerResponse } from 'node:http';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { Recovery } from '../stores/recovery.ts';
import type { Place } from '../template/attributes.ts';

interface Options {
  readonly access: AccessControl;
  readonly caller: Caller;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  readonly recovery: Recovery;
}

interface Input {
  SourceTableName: string;
  TargetTableName: string;
  /** Epoch seconds. */
  RestoreDateTime: number;
}

/** What DynamoDB does to the copy in the name of who asks for it. */
const FILLING = ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'];

/**
 * Answers `dynamodb:RestoreTableToPointInTime`.
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html
 * @throws {AccessDenied}
 */
export async function answerRestoreTable(
  body: string,
  response: ServerResponse,
  { access, caller, place: { region, accountId }, recovery }: Options,
): Promise<void> {
  const { SourceTableName, TargetTableName, RestoreDateTime } = JSON.parse(body) as Input;
  const arn = (table: string): string => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  const authorize = (action: string, table: string): void =>
    access.authorize(caller, { action: `dynamodb:${action}`, resource: arn(table), context: {} });
  authorize('RestoreTableToPointInTime', SourceTableName);
  for (const action of FILLING) authorize(action, TargetTableName);
  await recovery.restore(SourceTableName, TargetTableName, RestoreDateTime * 1000);
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ TableDescription: { TableName: TargetTableName, TableStatus: 'CREATING' } }));
}
