import { LIMITS, TIER_LIMITS } from '../../shared/contract/limits.ts';
import { showAccount } from '../../shared/service/keys/show-account.ts';
import { defineCommand } from '../command.ts';
import { formatBytes } from '../format.ts';
import { accountNotFound, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { fields } from '../table.ts';

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
        ['Videos', `${used.videos} of ${max.videos}`],
        ['Storage', `${formatBytes(used.bytes)} of ${formatBytes(max.bytes)}`],
        ['Open uploads', `${used.openUploads} of ${max.openUploads}`],
        ['Active jobs', `${used.activeJobs} of ${max.activeJobs}`],
        ['Active surfaces', `${used.activeSurfaces} of ${max.activeSurfaces}`],
        ['Active keys', `${used.activeKeys} of ${max.activeKeys}`],
      ]);
      return { json: account, text };
    }),
});
