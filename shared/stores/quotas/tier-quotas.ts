import { type Quotas, readQuotas } from '../../contract/quotas.ts';
import { SETTINGS } from '../../contract/resources.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { UsageItem } from './usage.ts';

/** The quotas of this deployment's tiers, for deciding over an account's counts. */
export interface TierQuotas {
  /** Those of the account whose counts these are. */
  of(counts: UsageItem): Quotas;
  /**
   * A condition on the counts that takes the quotas of whichever tier the account is in by then.
   * @param admits says it for one tier's quotas; `value` gives the placeholder of a value in it
   */
  condition(admits: (quotas: Quotas, value: (value: number) => string) => string): {
    condition: string;
    values: Record<string, number | string>;
  };
}

export function openTierQuotas(environment: Environment): TierQuotas {
  const tiers = readQuotas(environment.variables[SETTINGS.quotas]);

  return {
    of: ({ tier = 'free' }) => tiers[tier],

    condition(admits) {
      const values: Record<string, number | string> = {};
      const value = (limit: number | string): string => {
        const name = `:l${Object.keys(values).length}`;
        values[name] = limit;
        return name;
      };
      const conditions = Object.entries(tiers).map(([tier, quotas]) => {
        const named = `tier = ${value(tier)}`;
        const inTier = tier === 'free' ? `(${named} OR attribute_not_exists(tier))` : named;
        return `(${inTier} AND ${admits(quotas, value)})`;
      });
      return { condition: `(${conditions.join(' OR ')})`, values };
    },
  };
}
