import { CONSOLE_API, CONSOLE_SCOPE, type ConsoleConfig } from '../../shared/contract/console-config.ts';
import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { DEMO_USER, demoPassword, demoUser } from '../identity/demo-user.ts';
import { openIdentityDatabase } from '../identity/identity-database.ts';
import { identityKeys, localIssuer } from '../identity/identity-keys.ts';
import type { IdentityProvider } from '../identity/identity-provider.ts';
import { CLIENT_ID, ISSUER_PATH } from '../identity/provider-names.ts';
import { providerStores } from '../identity/provider-store.ts';
import { Users } from '../identity/users.ts';
import { type ConsoleFiles, createSite, type Site } from './site.ts';

export interface LocalConsoleOptions {
  dataDir: string;
  runtime: Runtime;
  files: ConsoleFiles;
  /** Makes the identity (issuer, subject) work in the demo account. */
  linkToDemoAccount: (issuer: string, subject: string) => Promise<void>;
  /** When the identity was signed out everywhere, Unix milliseconds; null: never. */
  signedOutAt: (issuer: string, subject: string) => Promise<number | null>;
  onError: (error: unknown) => void;
  arrivalMs?: number | undefined;
}

export interface LocalConsole {
  /** Issuer of the access tokens. */
  issuer: string;
  clientId: string;
  /** With whom a newcomer signs in; null where an operator has changed that. */
  demo: { name: string; password: string } | null;
  /** What the address answers. */
  site: (origin: string) => Site;
  close: () => Promise<void>;
}

/** The console of the local service, with users of its own. The provider is loaded when someone signs in. */
export async function openLocalConsole(options: LocalConsoleOptions): Promise<LocalConsole> {
  const { dataDir, runtime, files, linkToDemoAccount, onError } = options;
  const [keys, password] = await Promise.all([identityKeys(dataDir), demoPassword(dataDir)]);
  const issuer = localIssuer(keys);
  const database = openIdentityDatabase(dataDir);
  const users = new Users(database, runtime);
  const isDisabled = (users.findByName(DEMO_USER)?.disabledAt ?? null) !== null;
  // Hashing the password takes a moment, which the API need not wait for.
  const linked = demoUser(users, password).then((user) => user && linkToDemoAccount(issuer, user.subject));
  linked.catch(onError);

  const openProvider = async (origin: string): Promise<IdentityProvider> => {
    const [{ createIdentityProvider }] = await Promise.all([
      import('../identity/identity-provider.ts'),
      linked,
    ]);
    const store = providerStores(database, runtime);
    return createIdentityProvider({
      origin,
      keys,
      users,
      store,
      runtime,
      onError,
      signedOutAt: (subject) => options.signedOutAt(issuer, subject),
    });
  };
  const config = (origin: string): ConsoleConfig => ({
    issuer: origin + ISSUER_PATH,
    clientId: CLIENT_ID,
    scope: `openid email ${CONSOLE_SCOPE}`,
    api: CONSOLE_API,
    publicApi: origin,
    logout: { kind: 'oidc', url: `${origin}${ISSUER_PATH}/session/end` },
    installation: keys.installation,
  });

  return {
    issuer,
    clientId: CLIENT_ID,
    demo: password === null || isDisabled ? null : { name: DEMO_USER, password },
    site(origin) {
      let provider: Promise<IdentityProvider> | undefined;
      return createSite({
        origin,
        files,
        arrivalMs: options.arrivalMs,
        config: config(origin),
        identity() {
          provider ??= openProvider(origin);
          return provider;
        },
      });
    },
    async close() {
      await linked.catch(() => undefined);
      database.close();
    },
  };
}
