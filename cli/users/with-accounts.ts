import type { Account } from '../../shared/domain/account.ts';
import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import type { Context } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { withOperatorStores } from '../operator.ts';
import type { UserDirectory } from './user-directory.ts';
import { openUsers } from './with-users.ts';

/** Uses the stores of a service, deployed or local, and `find`, which finds the account that an operator names. */
export const withAccounts = <T>(
  context: Context,
  stack: string | undefined,
  use: (stores: OperatorStores, find: (name: string) => Promise<Account>) => Promise<T>,
): Promise<T> =>
  withOperatorStores(context, stack, (stores, variables) =>
    use(stores, async (name) => {
      const account = await stores.accounts.find(name);
      if (account !== null) return account;
      using directory = await openUsers(context, stack, variables);
      return accountOfUser(stores, directory, name);
    }),
  );

/**
 * The account that a user of the console works in. Only for names that no account has: accounts come first, since who names a user
 * might choose the name of somebody's account.
 * @throws CommandFailure where there is no such user, or no account of theirs yet
 */
export async function accountOfUser(
  { identities, accounts }: Pick<OperatorStores, 'identities' | 'accounts'>,
  directory: Pick<UserDirectory, 'issuer' | 'find'> | null,
  name: string,
): Promise<Account> {
  const user = directory && (await directory.find(name));
  if (directory === null || user === null) {
    throw notFound(
      `There is no account ${name}, and no user of that name; "vms account list" and "vms users list" list them.`,
    );
  }
  const identity = await identities.find({ issuer: directory.issuer, subject: user.subject });
  const account = identity && (await accounts.get(identity.accountId));
  if (account === null) {
    throw notFound(
      `User ${user.name} has no account yet: it is made when they first sign in to the console.`,
    );
  }
  return account;
}

const notFound = (message: string): CommandFailure => new CommandFailure('ACCOUNT_NOT_FOUND', message);
