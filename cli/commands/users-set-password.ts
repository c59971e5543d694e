import { defineCommand } from '../command.ts';
import { STACK_OPTION } from '../operator.ts';
import { readPassword } from '../users/read-password.ts';
import { found, withUsers } from '../users/with-users.ts';

export const usersSetPassword = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: "Asks for the new password, or reads it from standard input. The user's sessions end.",
  async run(context, { operands: { name }, options: { stack } }) {
    const password = await readPassword(context);
    return withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setPassword(name, password), name);
      await stores.identities.endSessions({ issuer: directory.issuer, subject: user.subject });
      return { json: user, text: `${user.name} has a new password, and is signed out everywhere` };
    });
  },
});
