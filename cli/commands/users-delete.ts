import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { requireAgreement, STACK_OPTION } from '../operator.ts';
import { shutOut, whatStays } from '../users/shut-out.ts';
import { found, withUsers } from '../users/with-users.ts';

export const usersDelete = defineCommand({
  operands: { required: ['name'] },
  options: { yes: flag('Do not ask'), ...STACK_OPTION },
  description: 'The user is refused from the next request on. Their account stays, with its videos and keys.',
  async run(context, { operands: { name }, options: { yes, stack } }) {
    await requireAgreement(context, `Delete user ${name} for good?`, { yes });
    return withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.delete(name), name);
      const account = await shutOut(directory, stores, user);
      return { json: { ...user, account }, text: `Deleted ${user.name}. ${whatStays(account)}` };
    });
  },
});
