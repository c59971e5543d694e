import type { Tier } from '../../contract/limits.ts';
import { type Quotas, readQuotas } from '../../contract/quotas.ts';
import { SETTINGS } from '../../contract/resources.ts';
import { shortId } from '../../domain/ids.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import {
  anyOf,
  assignments,
  type Condition,
  condition,
  type Expression,
  update,
} from '../dynamodb/expression.ts';
import { getItem } from '../dynamodb/read.ts';
import { updateItem, writeOnce } from '../dynamodb/write.ts';

/** Usage kinds that are counted in an item of their own. */
export const USAGE_KINDS = ['storage', 'jobs', 'surfaces', 'keys'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** An account's counts of one kind. */
export interface UsageItem {
  /** A copy of the account's tier, so that one write can decide; absent in the free tier. */
  tier?: Tier;
  /**
   * Goes up with every change except that of the tier: a write that depends on the counts as they were read makes it a
   * condition.
   */
  changes?: number;
  /** Of the last recount, which recognises its own write by it. */
  writeId?: string;
}

export interface UsageCounts<Counts extends object> {
  /** The counts, read consistently; null before the first. */
  read(accountId: string): Promise<(UsageItem & Partial<Counts>) | null>;
  /**
   * Changes the counts in one conditional write.
   * @param change must add 1 to `changes`
   * @returns the counts after it, or null where the condition does not hold
   */
  change(accountId: string, change: Expression, when: Condition): Promise<(UsageItem & Counts) | null>;
  /**
   * Replaces the counts.
   * @param count makes the new counts from those before; called again when these changed meanwhile
   * @returns the new counts
   */
  recount(
    accountId: string,
    count: (before: Partial<Counts>) => Promise<Counts>,
  ): Promise<UsageItem & Counts>;
}

export function openUsageCounts<Counts extends object>(
  environment: Environment,
  kind: UsageKind,
): UsageCounts<Counts> {
  const table = tableName(environment, 'usage');

  const read: UsageCounts<Counts>['read'] = async (accountId) =>
    (await getItem(table, { accountId, kind })) as (UsageItem & Partial<Counts>) | null;

  const change: UsageCounts<Counts>['change'] = async (accountId, changed, when) =>
    (await updateItem(table, { accountId, kind }, changed, { when })) as (UsageItem & Counts) | null;

  return {
    read,
    change,

    async recount(accountId, count) {
      const writeId = shortId(environment.runtime);
      let before = await read(accountId);
      for (;;) {
        const counts = { ...(await count(before ?? {})), writeId };
        const isUnchanged =
          before?.changes === undefined
            ? condition`attribute_not_exists(changes)`
            : condition`changes = ${before.changes}`;
        const { made, standing } = await writeOnce<UsageItem & Partial<Counts>>(
          () => change(accountId, update`SET ${assignments(counts)} ADD changes ${1}`, isUnchanged),
          () => read(accountId),
          (item) => item.writeId === writeId,
        );
        if (made) return standing as UsageItem & Counts;
        before = standing;
      }
    },
  };
}

/** The quotas of this deployment's tiers. */
interface TierQuotas {
  /** Those of the account whose counts these are. */
  of(usage: UsageItem): Quotas;
  /** That `admits` holds for the quotas of the tier that the account is in when the write happens. */
  admitted(admits: (quotas: Quotas) => Condition): Condition;
}

export function openTierQuotas(environment: Environment): TierQuotas {
  const tiers = readQuotas(environment.variables[SETTINGS.quotas]);

  return {
    of: ({ tier = 'free' }) => tiers[tier],

    admitted: (admits) =>
      anyOf(
        ...Object.entries(tiers).map(([tier, quotas]) => {
          const isIn =
            tier === 'free'
              ? condition`tier = ${tier} OR attribute_not_exists(tier)`
              : condition`tier = ${tier}`;
          return condition`${isIn} AND ${admits(quotas)}`;
        }),
      ),
  };
}
