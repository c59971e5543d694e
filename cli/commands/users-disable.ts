import { defineCommand } from '../command.ts';
import { STACK_OPTION } from '../operator.ts';
import { shutOut, whatStays } from '../users/shut-out.ts';
import { found, withUsers } from '../users/with-users.ts';

export const usersDisable = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: 'The user is refused from the next request on. Their account stays, with its videos and keys.',
  run: (context, { operands: { name }, options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setEnabled(name, false), name);
      const account = await shutOut(directory, stores, user);
      return { json: { ...user, account }, text: `${user.name} is disabled. ${whatStays(account)}` };
    }),
});
