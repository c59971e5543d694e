import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tier } from '../../contract/limits.ts';
import { shortId } from '../../domain/ids.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, isConditionFailure, tableName } from '../dynamodb/client.ts';

/** What is counted in an item of its own. */
export const USAGE_KINDS = ['storage', 'jobs'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** An account's counts of one kind. */
export interface UsageItem {
  /** A copy of the account's, so that one write can decide; an account without one is in the free tier. */
  tier?: Tier;
  /** Goes up with every change but one of tier: who must have seen the newest counts makes it a condition. */
  changes?: number;
  /** Of the last recount: tells our own earlier attempt from another's. */
  writeId?: string;
}

/** A change of the counts, which adds `:one` to `changes`. */
export interface UsageChange {
  update: string;
  condition: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

export interface UsageCounts<Counts extends object> {
  /** The counts, read consistently; null before the first. */
  read(accountId: string): Promise<(UsageItem & Partial<Counts>) | null>;
  /** One conditional write. Returns the counts after it, or null where the condition does not hold. */
  change(accountId: string, change: UsageChange): Promise<(UsageItem & Counts) | null>;
  /**
   * Replaces the counts by new ones, made of what there is.
   * @param count makes them; called again when the counts changed meanwhile
   * @returns the new ones
   */
  recount(
    accountId: string,
    count: (standing: UsageItem & Partial<Counts>) => Promise<Counts>,
  ): Promise<UsageItem & Counts>;
}

export function openUsageCounts<Counts extends object>(
  environment: Environment,
  kind: UsageKind,
): UsageCounts<Counts> {
  const TableName = tableName(environment, 'usage');

  const read = async (accountId: string) => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName, Key: { accountId, kind }, ConsistentRead: true }),
    );
    return (Item as (UsageItem & Partial<Counts>) | undefined) ?? null;
  };

  const change = async (accountId: string, { update, condition, names, values }: UsageChange) => {
    try {
      const { Attributes } = await dynamodb().send(
        new UpdateCommand({
          TableName,
          Key: { accountId, kind },
          UpdateExpression: update,
          ConditionExpression: condition,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':one': 1, ...values },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return Attributes as UsageItem & Counts;
    } catch (error) {
      if (isConditionFailure(error)) return null;
      throw error;
    }
  };

  return {
    read,
    change,

    async recount(accountId, count) {
      const writeId = shortId(environment.runtime);
      for (;;) {
        const standing: UsageItem & Partial<Counts> = (await read(accountId)) ?? {};
        if (standing.writeId === writeId) return standing as UsageItem & Counts;
        const entries = Object.entries({ ...(await count(standing)), writeId });
        const { changes } = standing;
        const replaced = await change(accountId, {
          update: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')} ADD changes :one`,
          condition: changes === undefined ? 'attribute_not_exists(changes)' : 'changes = :seen',
          names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
          values: {
            ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
            ...(changes === undefined ? {} : { ':seen': changes }),
          },
        });
        if (replaced !== null) return replaced;
      }
    },
  };
}
