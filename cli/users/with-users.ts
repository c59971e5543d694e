import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import type { Context } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { withOperatorStores } from '../operator.ts';
import { openLocalUsers } from './local-users.ts';
import { PasswordRefused, type UserDirectory } from './user-directory.ts';

interface UsersAndStores {
  directory: UserDirectory;
  stores: OperatorStores;
}

/** Uses the users of a service, with the stores that know their identities. */
export const withUsers = <T>(context: Context, use: (opened: UsersAndStores) => Promise<T>): Promise<T> =>
  withOperatorStores(context, undefined, async (stores) => {
    using directory = await openLocalUsers(context.dataDir);
    try {
      return await use({ directory, stores });
    } catch (error) {
      if (error instanceof PasswordRefused) throw new CommandFailure('PASSWORD_REFUSED', error.message);
      throw error;
    }
  });

/** What a directory answers about a user who must be there. */
export function found<T>(user: T | null, name: string): T {
  if (user !== null) return user;
  throw new CommandFailure(
    'USER_NOT_FOUND',
    `There is no user ${name}; "vms users list" shows those there are.`,
  );
}
