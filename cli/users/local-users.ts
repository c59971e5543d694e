import { DEMO_USER, forgetDemoPassword } from '../../local/identity/demo-user.ts';
import { openIdentityDatabase } from '../../local/identity/identity-database.ts';
import { identityKeys, localIssuer } from '../../local/identity/identity-keys.ts';
import { type User, Users, userName } from '../../local/identity/users.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { type DirectoryUser, PasswordRefused, type UserDirectory } from './user-directory.ts';

/** Without a second factor, length is what makes a password strong (NIST SP 800-63B, 3.1.1). */
const PASSWORD_LENGTH = { min: 12, max: 256 };

const toDirectoryUser = ({ subject, name, createdAt, disabledAt }: User): DirectoryUser => ({
  subject,
  name,
  createdAt: new Date(createdAt).toISOString(),
  enabled: disabledAt === null,
});

const orNull = (user: User | null): DirectoryUser | null => user && toDirectoryUser(user);

function checkPassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min || length > max) throw new PasswordRefused(`A password has ${min} to ${max} characters.`);
  if (/\p{Cc}/u.test(password))
    throw new PasswordRefused('A password is one line, without control characters.');
}

/** The users of the local service on a data folder, also while it runs. */
export async function openLocalUsers(dataDir: string): Promise<UserDirectory & Disposable> {
  const issuer = localIssuer(await identityKeys(dataDir));
  const database = openIdentityDatabase(dataDir);
  const users = new Users(database, systemRuntime);
  /** The demo user's first password is shown at each start, until it is no longer the right one. */
  const forgetDemo = async (name: string): Promise<void> => {
    if (userName(name) === DEMO_USER) await forgetDemoPassword(dataDir);
  };
  return {
    issuer,
    list: async () => users.list().map(toDirectoryUser),
    find: async (name) => orNull(users.findByName(name)),
    async create(name, password) {
      checkPassword(password);
      const created = await users.create(name, password);
      // An operator's own user of that name, before the service has made one.
      if (created !== null) await forgetDemo(name);
      return orNull(created);
    },
    async setPassword(name, password) {
      checkPassword(password);
      await forgetDemo(name);
      return orNull(await users.setPassword(name, password));
    },
    setEnabled: async (name, enabled) => orNull(enabled ? users.enable(name) : users.disable(name)),
    async delete(name) {
      await forgetDemo(name);
      return orNull(users.delete(name));
    },
    [Symbol.dispose]: () => database.close(),
  };
}
