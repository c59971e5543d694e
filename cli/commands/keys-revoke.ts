import { revokeKeyById } from '../../shared/service/keys/revoke-keys.ts';
import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { STACK_OPTION, withOperatorStores } from '../operator.ts';

export const keysRevoke = defineCommand({
  operands: { required: ['keyid'] },
  options: { ...STACK_OPTION, yes: flag('Do not ask') },
  description: 'The key stops working with the next request, for good. Asks first on a terminal.',
  run: (context, { operands: { keyid: keyId }, options: { stack, yes } }) =>
    withOperatorStores(context, stack, async (stores) => {
      if (!yes && context.isInteractive && !(await context.confirm(`Revoke key ${keyId} for good?`)))
        throw new CommandFailure('NOT_CONFIRMED', 'Nothing was changed.');
      if (!(await revokeKeyById(stores, keyId))) {
        throw new CommandFailure(
          'KEY_NOT_FOUND',
          `There is no key ${keyId}; "vms keys list" shows those there are.`,
        );
      }
      return { json: { keyId, revoked: true }, text: `Revoked ${keyId}` };
    }),
});
