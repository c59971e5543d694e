import { LIMITS, TIER_LIMITS, type Tier } from '../../shared/contract/limits.ts';
import { QUOTA_NAMES, type QuotaName } from '../../shared/contract/quotas.ts';
import { RECOVERY_DAYS } from '../../shared/contract/resources.ts';
import { listAccounts } from '../../shared/service/keys/list-accounts.ts';
import { flag, readAs, value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { formatBytes } from '../format.ts';
import { STACK_OPTION, withOperatorStores } from '../operator.ts';
import { fields } from '../table.ts';
import { withAccounts } from '../users/with-accounts.ts';
import { oneOf, text } from '../values.ts';

export const accountList = defineCommand({
  description: 'Scans the table of accounts.',
  options: STACK_OPTION,
  run: (context, { options: { stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const accounts = await listAccounts(stores);
      const text = context.terminal.table(accounts, [
        { title: 'NAME', cell: ({ handle }) => handle },
        { title: 'TIER', cell: ({ tier, erasedAt }) => (erasedAt === undefined ? tier : 'being erased') },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt, narrow: 'drop' },
        { title: 'ID', cell: ({ accountId }) => accountId },
      ]);
      const none = 'There are no accounts yet; "vms keys create --account NAME" makes one.';
      return { json: { accounts }, text: accounts.length === 0 ? none : text };
    }),
});

const NAMED = 'NAME is the name of the account, or of a user of the console for the account they work in.';

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
  description: `${NAMED}
Usage is counted from the videos, jobs, surfaces and keys; above ${LIMITS.searchedVideos.toLocaleString('en')} videos,
counters are shown, whose storage is an upper bound.`,
  options: STACK_OPTION,
  run: (context, { operands: { name }, options: { stack } }) =>
    withAccounts(context, stack, async ({ use }, find) => {
      const account = await find(name);
      const { handle, accountId, tier, createdAt } = account;
      const { used, max } = await use.of(accountId);
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
      return { json: { ...account, used, max }, text };
    }),
});

const TIERS = Object.keys(TIER_LIMITS) as Tier[];

export const accountSetTier = defineCommand({
  operands: { required: ['name', 'tier'] },
  options: STACK_OPTION,
  description: `${NAMED}
TIER is ${TIERS.map((tier) => (tier === 'unlimited' ? tier : `${tier} (${TIER_LIMITS[tier]} requests a minute)`)).join(', ')}.`,
  async run(context, { operands: { name, tier: given }, options: { stack } }) {
    const tier = readAs('TIER', oneOf(TIERS), given);
    return withAccounts(context, stack, async ({ accounts }, find) => {
      const account = await find(name);
      await accounts.setTier(account, tier);
      const { accountId, handle } = account;
      return { json: { accountId, tier }, text: `Account ${handle} is ${tier}.` };
    });
  },
});

export const accountExport = defineCommand({
  operands: { required: ['name'] },
  description: `${NAMED}
The folder gets account.json (the account with its keys, users and use, and the index) and a folder for each video: the
uploaded file, video.json, the metadata document of each version, and files.jsonl, their sizes and SHA-256. Each video
is as it was at one moment. If it breaks off, run it again: what is there and right is not fetched a second time.`,
  options: {
    out: value('FOLDER', 'A new folder, or one with an export of this account (required)', text),
    ...STACK_OPTION,
  },
  async run(context, { operands: { name }, options: { out, stack } }) {
    if (out === undefined) throw new UsageError('--out FOLDER is missing.');
    // Loaded here, since no other command needs it.
    const { exportNamed } = await import('../account/export-named.ts');
    return exportNamed(context, name, { out, stack });
  },
});

export const accountErase = defineCommand({
  operands: { required: ['name'] },
  description: `NAME is the name or the ID of the account, or the name of a user of the console for the account they work in.
Its keys and users are shut out at once; then goes all that there is of it: videos with their versions, jobs, keys,
users and counts, in minutes. "vms users link" moves a user who is to stay. If it breaks off, run it again: it goes on.
A deployed service keeps deleted data ${RECOVERY_DAYS} days for "vms restore"; docs/deploy.md says more.`,
  options: {
    ...STACK_OPTION,
    copies: flag('Remove at once what the bucket keeps for a restore'),
    'no-wait': flag('Do not wait for requests that had begun: it is not in use any more'),
    'dry-run': flag('Show what would be erased, no more'),
    confirm: value('NAME', 'The name or ID of the account, once more: do not ask for it', text),
  },
  async run(context, { operands: { name }, options }) {
    // Loaded here, since no other command needs it.
    const { eraseNamed } = await import('../account/erase-named.ts');
    return eraseNamed(context, name, options);
  },
});
