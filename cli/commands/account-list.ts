import { listAccounts } from '../../shared/service/keys/list-accounts.ts';
import { defineCommand } from '../command.ts';
import { STACK_OPTION, withOperatorStores } from '../operator.ts';
import { table } from '../table.ts';

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
