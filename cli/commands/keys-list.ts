import { listKeys } from '../../shared/service/keys/list-keys.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped } from '../format.ts';
import { accountNotFound, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { table } from '../table.ts';
import { label } from '../values.ts';

const NAME_LENGTH = 24;

/** A moment to the minute; seconds would only widen the table, and `--json` has them. */
const minute = (time: string | null): string => (time === null ? 'never' : `${time.slice(0, 16)}Z`);

export const keysList = defineCommand({
  description: 'Secrets are not stored: KEY is how one begins.',
  options: { account: value('NAME', 'Only those of this account', label), ...STACK_OPTION },
  run: (context, { options: { account, stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const keys = await listKeys(stores, account);
      if (keys === null) throw accountNotFound(account ?? '');
      if (keys.length === 0) {
        return { json: { keys }, text: 'There are no keys yet; "vms keys create" makes one.' };
      }
      const text = table(keys, [
        { title: 'ID', cell: ({ keyId }) => keyId },
        { title: 'KEY', cell: ({ masked }) => masked },
        { title: 'STATE', cell: ({ state }) => state },
        { title: 'ACCOUNT', cell: (key) => clipped(key.account, NAME_LENGTH) },
        { title: 'NAME', cell: ({ name }) => clipped(name, NAME_LENGTH) },
        { title: 'CREATED', cell: ({ createdAt }) => minute(createdAt) },
        { title: 'LAST USED', cell: ({ lastUsedAt }) => minute(lastUsedAt) },
        { title: 'EXPIRES', cell: ({ expiresAt }) => minute(expiresAt) },
        { title: 'VIDEOS', cell: ({ projectIds }) => projectIds?.join(',') ?? 'all' },
        { title: 'SCOPES', cell: ({ scopes }) => scopes.join(',') },
      ]);
      return { json: { keys }, text };
    }),
});
