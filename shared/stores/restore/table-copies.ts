import {
  DeleteTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { copyName, type RestoredTable } from '../../contract/restore.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { createDynamoDb, tableName } from '../dynamodb/client.ts';

/** Copies of tables as they were at a moment (to the second), beside the tables. */
export interface TableCopies {
  nameOf(table: RestoredTable, at: Date): string;
  /** What there is of a copy: it can be read, is being made, or neither. */
  stateOf(table: RestoredTable, at: Date): Promise<'ready' | 'in-progress' | 'absent'>;
  /** Has DynamoDB make the copy, which takes minutes. Indexes are left out. */
  request(table: RestoredTable, at: Date): Promise<void>;
  /** Removes the copy, if there is one. */
  drop(table: RestoredTable, at: Date): Promise<void>;
}

export function openTableCopies(environment: Environment): TableCopies {
  const client = createDynamoDb();
  const nameOf = (table: RestoredTable, at: Date): string => copyName(tableName(environment, table), at);

  const statusOf = async (TableName: string): Promise<string | null> => {
    try {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      return Table?.TableStatus ?? null;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return null;
      throw error;
    }
  };

  return {
    nameOf,

    async stateOf(table, at) {
      const status = await statusOf(nameOf(table, at));
      if (status === 'ACTIVE') return 'ready';
      return status === null || status === 'DELETING' ? 'absent' : 'in-progress';
    },

    async request(table, at) {
      await client.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: tableName(environment, table),
          TargetTableName: nameOf(table, at),
          RestoreDateTime: at,
          GlobalSecondaryIndexOverride: [],
        }),
      );
    },

    async drop(table, at) {
      const TableName = nameOf(table, at);
      const status = await statusOf(TableName);
      if (status !== null && status !== 'DELETING') await client.send(new DeleteTableCommand({ TableName }));
    },
  };
}
