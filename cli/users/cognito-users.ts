import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { CommandFailure } from '../failures.ts';
import { type DirectoryUser, PasswordRefused, type UserDirectory } from './user-directory.ts';

interface CognitoUser {
  Enabled?: boolean | undefined;
  UserCreateDate?: Date | undefined;
  /** Those that `AdminGetUser` calls `UserAttributes`. */
  Attributes?: AttributeType[] | undefined;
}

function toDirectoryUser({ Enabled = false, UserCreateDate, Attributes = [] }: CognitoUser): DirectoryUser {
  const attribute = (name: string): string => Attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    subject: attribute('sub'),
    name: attribute('email'),
    createdAt: (UserCreateDate ?? new Date(0)).toISOString(),
    enabled: Enabled,
  };
}

/** What a user name consists of ("Amazon Cognito user pools API reference", AdminGetUser). */
const USER_NAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;

/** The users of a deployed service: those of its user pool, who sign in with their e-mail address. */
export function openCognitoUsers(
  issuer: string,
  client = new CognitoIdentityProviderClient({ maxAttempts: 3 }),
): UserDirectory & Disposable {
  // Cognito's issuers end with the id of the pool.
  const UserPoolId = issuer.slice(issuer.lastIndexOf('/') + 1);
  const user = (Username: string) => ({ UserPoolId, Username });

  const find = async (name: string): Promise<DirectoryUser | null> => {
    // Of another one, Cognito would say that the request is wrong.
    if (!USER_NAME.test(name)) return null;
    return nullOn('UserNotFoundException', async () => {
      const { UserAttributes, ...found } = await client.send(new AdminGetUserCommand(user(name)));
      return toDirectoryUser({ ...found, Attributes: UserAttributes });
    });
  };
  const setPassword = (name: string, Password: string): Promise<unknown> =>
    client.send(new AdminSetUserPasswordCommand({ ...user(name), Password, Permanent: true })).catch(refused);
  const signOut = (name: string): Promise<unknown> =>
    client.send(new AdminUserGlobalSignOutCommand(user(name)));
  /** Does something with a user who is there; the calls go by the name that is given to nobody else. */
  const change = async (
    name: string,
    work: (subject: string) => Promise<unknown>,
  ): Promise<DirectoryUser | null> => {
    const found = await find(name);
    if (found === null) return null;
    return nullOn('UserNotFoundException', async () => {
      await work(found.subject);
      return found;
    });
  };

  return {
    issuer,
    find,
    async list() {
      const users: DirectoryUser[] = [];
      for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
        users.push(...Users.map(toDirectoryUser));
      return users.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    create: (name, password) =>
      nullOn('UsernameExistsException', async () => {
        const command = new AdminCreateUserCommand({
          ...user(name),
          // Cognito sends nothing: the operator passes the password on. It would have to be changed, but for the next call.
          MessageAction: 'SUPPRESS',
          TemporaryPassword: password,
          UserAttributes: [
            { Name: 'email', Value: name },
            { Name: 'email_verified', Value: 'true' },
          ],
        });
        const { User = {} } = await client.send(command).catch(refused);
        const created = toDirectoryUser(User);
        await setPassword(created.subject, password);
        return created;
      }),
    setPassword: (name, password) =>
      change(name, async (subject) => {
        await setPassword(subject, password);
        await signOut(subject);
      }),
    async setEnabled(name, enabled) {
      const Command = enabled ? AdminEnableUserCommand : AdminDisableUserCommand;
      const changed = await change(name, async (subject) => {
        await client.send(new Command(user(subject)));
        if (!enabled) await signOut(subject);
      });
      return changed && { ...changed, enabled };
    },
    delete: (name) => change(name, (subject) => client.send(new AdminDeleteUserCommand(user(subject)))),
    [Symbol.dispose]: () => client.destroy(),
  };
}

const isCalled = (error: unknown, name: string): error is Error =>
  error instanceof Error && error.name === name;

async function nullOn<T>(exception: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isCalled(error, exception)) return null;
    throw error;
  }
}

/** What Cognito says of a password or a name that it does not take. */
function refused(error: unknown): never {
  if (isCalled(error, 'InvalidPasswordException'))
    throw new PasswordRefused(`Cognito does not take this password: ${error.message}`, { cause: error });
  if (isCalled(error, 'InvalidParameterException'))
    throw new CommandFailure('USER_REFUSED', `Cognito does not take this user: ${error.message}`, {
      cause: error,
    });
  throw error;
}
