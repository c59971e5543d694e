import { revokeKeys } from '../../shared/service/keys/revoke-keys.ts';
import { flag, value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { counted } from '../format.ts';
import { accountNotFound, requireAgreement, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { label } from '../values.ts';

export const keysRevokeAll = defineCommand({
  description: 'All keys of the account stop working with the next request, for good. Asks first.',
  options: {
    account: value('NAME', 'Account of the keys (required)', label),
    ...STACK_OPTION,
    yes: flag('Do not ask'),
  },
  async run(context, { options: { account, stack, yes } }) {
    if (account === undefined) throw new UsageError('--account NAME is missing.');
    await requireAgreement(context, `Revoke all keys of account ${account} for good?`, { yes });
    return withOperatorStores(context, stack, async (stores) => {
      const revoked = await revokeKeys(stores, account);
      if (revoked === null) throw accountNotFound(account);
      return { json: { revoked }, text: `Revoked ${counted(revoked.length, 'key')} of ${account}` };
    });
  },
});
