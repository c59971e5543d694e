import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tier } from '../contract/limits.ts';
import { type Quotas, readQuotas } from '../contract/quotas.ts';
import { SETTINGS } from '../contract/resources.ts';
import { dynamodb, isConditionFailure, tableName } from './dynamodb.ts';
import type { Environment } from './environment.ts';

/** What is counted in an item of its own. */
export const USAGE_KINDS = ['storage', 'jobs'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

export interface UsageItem {
  /** A copy of the account's, so that one write can decide. */
  tier?: Tier;
  /** Goes up with every addition; who replaces the counts must have seen the newest. */
  changes?: number;
  /** Of the last replacement: tells our own earlier attempt from another's. */
  writeId?: string;
  [count: string]: unknown;
}

/**
 * An account's counts of what it has. They are upper bounds: nothing is taken off when something goes. A count that
 * does not admit something more is not believed but replaced by what there really is, so that neither a lost reply
 * nor a crash can use up a quota.
 */
export interface UsageCounts {
  /**
   * One conditional write that adds to the counts if the quotas of the account's tier admit it.
   * @param condition says so for one tier's quotas; `value` gives the placeholder of a value in it
   * @returns false where they do not, or nothing was counted yet
   */
  add(
    accountId: string,
    change: {
      update: string;
      values: Record<string, unknown>;
      names?: Record<string, string>;
      condition: (quotas: Quotas, value: (value: number) => string) => string;
    },
  ): Promise<boolean>;
  /**
   * Replaces the counts by new ones, made of what there is.
   * @param recount gives the new counts, or else why nothing may be added; called again when somebody else counted
   *   meanwhile
   */
  replace<Refusal>(
    accountId: string,
    recount: (
      standing: UsageItem,
      quotas: Quotas,
    ) => Promise<{ counts: Record<string, unknown> } | { refusal: Refusal }>,
  ): Promise<Refusal | null>;
}

export function openUsageCounts(environment: Environment, kind: UsageKind): UsageCounts {
  const TableName = tableName(environment, 'usage');
  const tiers = readQuotas(environment.variables[SETTINGS.quotas]);

  const update = async (
    accountId: string,
    input: Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName' | 'Key'>,
  ): Promise<boolean> => {
    try {
      await dynamodb().send(new UpdateCommand({ TableName, Key: { accountId, kind }, ...input }));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  };

  return {
    add(accountId, { update: expression, values, names, condition }) {
      const limits: Record<string, number | string> = {};
      const value = (limit: number | string): string => {
        const name = `:l${Object.keys(limits).length}`;
        limits[name] = limit;
        return name;
      };
      const conditions = Object.entries(tiers).map(
        ([tier, quotas]) => `(tier = ${value(tier)} AND ${condition(quotas, value)})`,
      );
      return update(accountId, {
        UpdateExpression: expression,
        ConditionExpression: conditions.join(' OR '),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ...limits },
      });
    },

    async replace(accountId, recount) {
      const writeId = Buffer.from(environment.runtime.randomBytes(8)).toString('hex');
      for (;;) {
        const { Item: standing = {} } = await dynamodb().send(
          new GetCommand({ TableName, Key: { accountId, kind }, ConsistentRead: true }),
        );
        const { tier = 'free', changes = 0, writeId: standingId } = standing as UsageItem;
        if (standingId === writeId) return null;
        const outcome = await recount(standing, tiers[tier]);
        if ('refusal' in outcome) return outcome.refusal;
        const entries = Object.entries({ ...outcome.counts, tier, changes: changes + 1, writeId });
        const replaced = await update(accountId, {
          UpdateExpression: `SET ${entries.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
          ConditionExpression: 'attribute_not_exists(changes) OR changes = :seen',
          ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#n${i}`, name])),
          ExpressionAttributeValues: {
            ...Object.fromEntries(entries.map(([, count], i) => [`:v${i}`, count])),
            ':seen': changes,
          },
        });
        if (replaced) return null;
      }
    },
  };
}
