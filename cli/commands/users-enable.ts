import { defineCommand } from '../command.ts';
import { STACK_OPTION } from '../operator.ts';
import { found, withUsers } from '../users/with-users.ts';

export const usersEnable = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: 'The user can sign in again, with the password and the account from before.',
  run: (context, { operands: { name }, options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setEnabled(name, true), name);
      await stores.identities.enable({ issuer: directory.issuer, subject: user.subject });
      return { json: user, text: `${user.name} can sign in again` };
    }),
});
