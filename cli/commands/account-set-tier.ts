import { TIER_LIMITS, type Tier } from '../../shared/contract/limits.ts';
import { setTier } from '../../shared/service/keys/set-tier.ts';
import { readAs } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { accountNotFound, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { label, oneOf } from '../values.ts';

const TIERS = Object.keys(TIER_LIMITS) as Tier[];

export const accountSetTier = defineCommand({
  operands: { required: ['name', 'tier'] },
  options: STACK_OPTION,
  description: `TIER is ${TIERS.map((tier) => `${tier} (${TIER_LIMITS[tier]} requests a minute)`).join(', ')}.`,
  async run(context, { operands: { name, tier: given }, options: { stack } }) {
    const handle = readAs('NAME', label, name);
    const tier = readAs('TIER', oneOf(TIERS), given);
    return withOperatorStores(context, stack, async (stores) => {
      const account = await setTier(stores, handle, tier);
      if (account === null) throw accountNotFound(handle);
      return { json: { accountId: account.accountId, tier }, text: `Account ${handle} is ${tier}.` };
    });
  },
});
