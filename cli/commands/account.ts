import { LIMITS, TIER_LIMITS, type Tier } from '../../shared/contract/limits.ts';
import { QUOTA_NAMES, type QuotaName } from '../../shared/contract/quotas.ts';
import { listAccounts, setTier, showAccount } from '../../shared/service/keys/accounts.ts';
import { readAs } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { formatBytes } from '../format.ts';
import { accountNotFound, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { fields, table } from '../table.ts';
import { label, oneOf } from '../values.ts';

export const accountList = defineCommand({
  description: 'Reads the whole table of accounts.',
  options: STACK_OPTION,
  run: (context, { options: { stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const accounts = await listAccounts(stores);
      const text = table(accounts, [
        { title: 'NAME', cell: ({ handle }) => handle },
        { title: 'TIER', cell: ({ tier }) => tier },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt },
        { title: 'ID', cell: ({ accountId }) => accountId },
      ]);
      const none = 'There are no accounts yet; "vms keys create --account NAME" makes one.';
      return { json: { accounts }, text: accounts.length === 0 ? none : text };
    }),
});

const QUOTA_LABELS: Readonly<Record<QuotaName, string>> = {
  videos: 'Videos',
  bytes: 'Storage',
  openUploads: 'Open uploads',
  activeJobs: 'Active jobs',
  activeSurfaces: 'Active surfaces',
  activeKeys: 'Active keys',
};

export const accountShow = defineCommand({
  operands: { required: ['name'] },
  description: `What the account has of its quotas is read from its videos, jobs, surfaces and keys. With more than
${LIMITS.searchedVideos.toLocaleString('en')} videos it is as they were counted: storage is an upper bound then, which refusals correct.`,
  options: STACK_OPTION,
  run: (context, { operands: { name }, options: { stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const account = await showAccount(stores, name);
      if (account === null) throw accountNotFound(name);
      const { handle, accountId, tier, createdAt, used, max } = account;
      const text = fields([
        ['Account', handle],
        ['ID', accountId],
        ['Tier', `${tier} (${TIER_LIMITS[tier]} requests a minute)`],
        ['Created', createdAt],
        ...QUOTA_NAMES.map((quota): [string, string] => {
          const amount = quota === 'bytes' ? formatBytes : String;
          return [QUOTA_LABELS[quota], `${amount(used[quota])} of ${amount(max[quota])}`];
        }),
      ]);
      return { json: account, text };
    }),
});

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
