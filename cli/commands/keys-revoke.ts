import { revokeKey } from '../../shared/service/keys/revoke-key.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { withStores } from '../service.ts';

export const keysRevoke = defineCommand({
  operands: { required: ['keyid'] },
  description: 'The key stops working with the next request, for good.',
  run: (context, { operands: { keyid: keyId } }) =>
    withStores(context, async (environment) => {
      if (!(await revokeKey(environment, keyId))) {
        throw new CommandFailure(
          'KEY_NOT_FOUND',
          `There is no key ${keyId}; "vms keys create" prints the id.`,
        );
      }
      return { json: { keyId, revoked: true }, text: `Revoked ${keyId}` };
    }),
});
