import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { openAll } from '../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../shared/service/operator-stores.ts';
import { openIdentityLookup } from '../shared/stores/identities.ts';
import { DEMO_ACCOUNT } from './demo-key.ts';

/** What the local console asks about identities. */
export function localIdentities(environment: Environment) {
  const stores = openAll(OPERATOR_STORES, environment);
  const identities = openIdentityLookup(environment);
  return {
    /** Has an identity work in the account of the printed key; one that is known stays where an operator has put it. */
    async linkToDemoAccount(issuer: string, subject: string): Promise<void> {
      if ((await identities.find({ issuer, subject })) !== null) return;
      const { accountId } = await stores.accounts.byHandle(DEMO_ACCOUNT);
      await linkIdentity(stores, { issuer, subject, accountId });
    },

    /** When the identity was signed out everywhere, Unix milliseconds; null: never. */
    async signedOutAt(issuer: string, subject: string): Promise<number | null> {
      const identity = await identities.find({ issuer, subject });
      const at = identity?.signedOutAt ?? null;
      return at === null ? null : Date.parse(at);
    },
  };
}
