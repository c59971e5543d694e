import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { listIdentities } from '../../shared/service/identity/list-identities.ts';
import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import { flag, readAs, value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { requireAgreement, STACK_OPTION } from '../operator.ts';
import type { DirectoryUser, UserDirectory } from '../users/user-directory.ts';
import { accountOfUser } from '../users/with-accounts.ts';
import { found, withUsers } from '../users/with-users.ts';
import { label } from '../values.ts';

export const usersCreate = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description:
    'Prompts for the password, or reads it from standard input. The first sign-in creates the account of the user.',
  async run(context, { operands: { name }, options: { stack } }) {
    readAs('NAME', label, name);
    const password = await readPassword(context);
    return withUsers(context, stack, async ({ directory }) => {
      const user = await directory.create(name, password);
      if (user === null) throw new CommandFailure('USER_EXISTS', `User ${name} already exists.`);
      return { json: user, text: `Created ${user.name}, who can now sign in to the console` };
    });
  },
});

export const usersList = defineCommand({
  options: STACK_OPTION,
  description: 'Users who may sign in to the console. Their account is created at the first sign-in.',
  run: (context, { options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const identities = await listIdentities(stores);
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
      const text = context.terminal.table(users, [
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'STATE', cell: ({ state }) => state },
        { title: 'ACCOUNT', cell: ({ account }) => account ?? 'none yet' },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt, narrow: 'drop' },
        { title: 'SUBJECT', cell: ({ subject }) => subject, narrow: 'drop' },
      ]);
      const none = 'There are no users; "vms users create NAME" makes one.';
      return { json: { users }, text: users.length === 0 ? none : text };
    }),
});

export const usersLink = defineCommand({
  operands: { required: ['name'] },
  options: {
    account: value('NAME', 'Existing account to move the user to (required)', label),
    ...STACK_OPTION,
  },
  description: 'Takes effect with the next request. The previous account keeps its videos and keys.',
  async run(context, { operands: { name }, options: { account: named, stack } }) {
    if (named === undefined) throw new UsageError('--account NAME is missing.');
    return withUsers(context, stack, async ({ directory, stores }) => {
      const { subject, name: user } = found(await directory.find(name), name);
      const { accountId, handle } =
        (await stores.accounts.find(named)) ?? (await accountOfUser(stores, directory, named));
      await linkIdentity(stores, { issuer: directory.issuer, subject, accountId });
      return { json: { name: user, account: handle }, text: `${user} now works in account ${handle}` };
    });
  },
});

export const usersSetPassword = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: "Prompts for the new password, or reads it from standard input. Ends the user's sessions.",
  async run(context, { operands: { name }, options: { stack } }) {
    const password = await readPassword(context);
    return withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setPassword(name, password), name);
      await stores.identities.endSessions({ issuer: directory.issuer, subject: user.subject });
      return { json: user, text: `${user.name} has a new password, and is signed out everywhere` };
    });
  },
});

export const usersDisable = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: 'The user is locked out from the next request on. Their account keeps its videos and keys.',
  run: (context, { operands: { name }, options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setEnabled(name, false), name);
      const account = await shutOut(directory, stores, user);
      return { json: { ...user, account }, text: `${user.name} is disabled. ${whatStays(account)}` };
    }),
});

export const usersEnable = defineCommand({
  operands: { required: ['name'] },
  options: STACK_OPTION,
  description: 'The user can sign in again, with the same password and account.',
  run: (context, { operands: { name }, options: { stack } }) =>
    withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.setEnabled(name, true), name);
      await stores.identities.enable({ issuer: directory.issuer, subject: user.subject });
      return { json: user, text: `${user.name} can sign in again` };
    }),
});

export const usersDelete = defineCommand({
  operands: { required: ['name'] },
  options: { yes: flag('Do not ask for confirmation'), ...STACK_OPTION },
  description: 'The user is locked out from the next request on. Their account keeps its videos and keys.',
  async run(context, { operands: { name }, options: { yes, stack } }) {
    await requireAgreement(context, `Delete user ${name} for good?`, { yes });
    return withUsers(context, stack, async ({ directory, stores }) => {
      const user = found(await directory.delete(name), name);
      const account = await shutOut(directory, stores, user);
      return { json: { ...user, account }, text: `Deleted ${user.name}. ${whatStays(account)}` };
    });
  },
});

/**
 * Has a user who cannot sign in any more be refused from the next request on, whatever tokens they have.
 * @returns the handle of their account; null where they have none
 */
async function shutOut(
  { issuer }: Pick<UserDirectory, 'issuer'>,
  { identities, accounts }: Pick<OperatorStores, 'identities' | 'accounts'>,
  { subject }: DirectoryUser,
): Promise<string | null> {
  const { accountId } = await identities.disable({ issuer, subject });
  return (await accounts.get(accountId))?.handle ?? null;
}

/** What stays where a user is shut out. */
const whatStays = (account: string | null): string =>
  account === null
    ? 'They have no account.'
    : `Account ${account} keeps its videos and keys; "vms keys revoke-all --account ${account}" revokes the keys.`;

/**
 * A new password: asked for twice, or the one line of standard input. It is no argument, since other users of a machine see
 * those, and shells remember them.
 */
export async function readPassword({
  isInteractive,
  askHidden,
  readStdin,
}: Pick<Context, 'isInteractive' | 'askHidden' | 'readStdin'>): Promise<string> {
  if (!isInteractive) {
    const given = (await readStdin()).replace(/\r?\n$/, '');
    if (given === '') throw new CommandFailure('NO_PASSWORD', 'There is no password on standard input.');
    return given;
  }
  const password = await askHidden('New password');
  if ((await askHidden('Repeat the password')) !== password) {
    throw new CommandFailure('PASSWORDS_DIFFER', 'The passwords do not match; nothing was changed.');
  }
  return password;
}
