import type { Client } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { DEMO_ACCOUNT } from '../../local/demo-key.ts';
import { BASE_PATHS } from '../../shared/contract/audience.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { getAccount } from '../../shared/contract/routes/console/account.ts';
import type { Environment } from '../../shared/kernel/runtime/environment.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { openTestIssuer, TEST_CLIENT } from '../../test/support/identity/open-issuer.ts';

interface ConsolePeople extends AsyncDisposable {
  /** The first request of somebody new. */
  firstRequest(): Promise<unknown>;
  /** The console of a person who works in the demo account and has been there before. */
  signIn(): Promise<Client>;
}

/** People who sign in to the service of this process. */
export async function consolePeople(
  { apiUrl, fetch }: { apiUrl: string; fetch: typeof globalThis.fetch },
  environment: Environment,
): Promise<ConsolePeople> {
  const issuer = await openTestIssuer();
  Object.assign(process.env, {
    [SETTINGS.consoleIssuer]: issuer.issuer,
    [SETTINGS.consoleJwksUrl]: `${issuer.issuer}/jwks`,
    [SETTINGS.consoleClientId]: TEST_CLIENT,
  });
  const clientOf = async (subject: string): Promise<Client> => {
    const token = await issuer.token(subject, { at: environment.runtime.now() });
    return createClient({
      apiUrl,
      basePath: BASE_PATHS.console,
      authorization: () => `Bearer ${token}`,
      fetch,
    });
  };
  const newcomer = await clientOf('newcomer');

  return {
    firstRequest: () => newcomer.call(getAccount),
    async signIn() {
      const stores = openAll(OPERATOR_STORES, environment);
      const { accountId } = await stores.accounts.byHandle(DEMO_ACCOUNT);
      await linkIdentity(stores, { issuer: issuer.issuer, subject: 'person', accountId });
      const client = await clientOf('person');
      await client.call(getAccount);
      return client;
    },
    [Symbol.asyncDispose]: issuer.close,
  };
}
