import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { accountNotFound, STACK_OPTION } from '../operator.ts';
import { found, withUsers } from '../users/with-users.ts';
import { label } from '../values.ts';

export const usersLink = defineCommand({
  operands: { required: ['name'] },
  options: {
    account: value('NAME', 'Account to work in, which must exist (required)', label),
    ...STACK_OPTION,
  },
  description: 'The user works there from the next request on; what the account before has stays there.',
  async run(context, { operands: { name }, options: { account: handle, stack } }) {
    if (handle === undefined) throw new UsageError('--account NAME is missing.');
    return withUsers(context, stack, async ({ directory, stores }) => {
      const { subject, name: user } = found(await directory.find(name), name);
      const account = await stores.accounts.find(handle);
      if (account === null) throw accountNotFound(handle);
      const { accountId } = account;
      await linkIdentity(stores, { issuer: directory.issuer, subject, accountId });
      return { json: { name: user, account: handle }, text: `${user} works in account ${handle} now` };
    });
  },
});
