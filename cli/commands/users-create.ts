import { readAs } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { STACK_OPTION } from '../operator.ts';
import { readPassword } from '../users/read-password.ts';
import { withUsers } from '../users/with-users.ts';
import { label } from '../values.ts';

export const usersCreate = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description:
    'Asks for the password, or reads it from standard input. The user gets an account of their own.',
  async run(context, { operands: { name }, options: { stack } }) {
    readAs('NAME', label, name);
    const password = await readPassword(context);
    return withUsers(context, stack, async ({ directory }) => {
      const user = await directory.create(name, password);
      if (user === null) throw new CommandFailure('USER_EXISTS', `There is a user ${name} already.`);
      return { json: user, text: `Created ${user.name}, who can sign in to the console now` };
    });
  },
});
