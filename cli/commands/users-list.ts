import { listIdentities } from '../../shared/service/identity/list-identities.ts';
import { defineCommand } from '../command.ts';
import { STACK_OPTION } from '../operator.ts';
import { table } from '../table.ts';
import { withUsers } from '../users/with-users.ts';

export const usersList = defineCommand({
  options: STACK_OPTION,
  description: 'Those who may sign in to the console. They have an account from their first use of it on.',
  run: (context, { options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const identities = (await listIdentities(stores)) ?? [];
      const known = new Map(
        identities
          .filter(({ issuer }) => issuer === directory.issuer)
          .map((identity) => [identity.subject, identity]),
      );
      const users = (await directory.list()).map(({ enabled, ...user }) => {
        const identity = known.get(user.subject);
        const state = enabled && identity?.state !== 'disabled' ? 'enabled' : 'disabled';
        return { ...user, state, account: identity?.account ?? null };
      });
      const text = table(users, [
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'STATE', cell: ({ state }) => state },
        { title: 'ACCOUNT', cell: ({ account }) => account ?? 'none yet' },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt },
        { title: 'SUBJECT', cell: ({ subject }) => subject },
      ]);
      const none = 'There are no users; "vms users create NAME" makes one.';
      return { json: { users }, text: users.length === 0 ? none : text };
    }),
});
