import { SETTINGS } from '../../shared/contract/resources.ts';
import type { Environment } from '../../shared/kernel/runtime/environment.ts';
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

/** Uses the users of a service, deployed or local, with the stores that know their identities. */
export const withUsers = <T>(
  context: Context,
  stack: string | undefined,
  use: (opened: UsersAndStores) => Promise<T>,
): Promise<T> =>
  withOperatorStores(context, stack, async (stores, variables) => {
    using directory = await openUsers(context, stack, variables);
    if (directory === null) {
      const text = `Stack ${stack} has no users yet: deploy it again with this release.`;
      throw new CommandFailure('STACK_INCOMPLETE', text);
    }
    try {
      return await use({ directory, stores });
    } catch (error) {
      if (error instanceof PasswordRefused) throw new CommandFailure('PASSWORD_REFUSED', error.message);
      throw error;
    }
  });

/**
 * The users of a service.
 * @param variables of the service
 * @returns null where it was deployed by a release that had none
 */
export async function openUsers(
  { dataDir }: Pick<Context, 'dataDir'>,
  stack: string | undefined,
  variables: Environment['variables'],
): Promise<(UserDirectory & Disposable) | null> {
  if (stack === undefined) return openLocalUsers(dataDir);
  const issuer = variables[SETTINGS.consoleIssuer];
  if (issuer === undefined) return null;
  // Loaded here, since a local service needs nothing of AWS.
  const { openCognitoUsers } = await import('./cognito-users.ts');
  return openCognitoUsers(issuer);
}

/** What a directory answers about a user who must be there. */
export function found<T>(user: T | null, name: string): T {
  if (user !== null) return user;
  throw new CommandFailure('USER_NOT_FOUND', `There is no user ${name}; "vms users list" lists the users.`);
}
