import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import {
  type KeySpec,
  RECOVERY_DAYS,
  TABLES,
  type TableName,
  type TableSpec,
} from '../../shared/contract/resources.ts';

const attribute = ({ name, type }: KeySpec): Attribute => ({
  name,
  type: type === 'S' ? AttributeType.STRING : AttributeType.NUMBER,
});

const keys = ({ partitionKey, sortKey }: { partitionKey: KeySpec; sortKey?: KeySpec }) => ({
  partitionKey: attribute(partitionKey),
  ...(sortKey && { sortKey: attribute(sortKey) }),
});

const table = (scope: Construct, name: TableName, spec: TableSpec): TableV2 =>
  new TableV2(scope, name, {
    ...keys(spec),
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: RECOVERY_DAYS,
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    ...(spec.stream !== undefined && { dynamoStream: StreamViewType[spec.stream] }),
    ...(spec.expiry !== undefined && { timeToLiveAttribute: spec.expiry }),
    globalSecondaryIndexes: Object.entries(spec.indexes ?? {}).map(([indexName, index]) => ({
      indexName,
      ...keys(index),
      projectionType: index.keysOnly ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
    })),
  });

/** The tables of the contract. */
export const tables = (scope: Construct): Record<TableName, TableV2> =>
  Object.fromEntries(
    Object.entries(TABLES).map(([name, spec]) => [name, table(scope, name as TableName, spec)]),
  ) as Record<TableName, TableV2>;
