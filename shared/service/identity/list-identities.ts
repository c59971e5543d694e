import { type Identity, isEnabled } from '../../domain/identity/identity.ts';
import { accountHandles } from '../keys/account-handles.ts';
import type { OperatorStores } from '../operator-stores.ts';

/** A person as operators see them. */
interface ListedIdentity extends Identity {
  /** Handle of the account; null before the first request of the person has made it. */
  account: string | null;
  state: 'enabled' | 'disabled';
}

/** Every identity, oldest first. */
export async function listIdentities({
  identities,
  accounts,
}: Pick<OperatorStores, 'identities' | 'accounts'>): Promise<ListedIdentity[]> {
  const handles = await accountHandles({ accounts });
  const listed: ListedIdentity[] = [];
  for await (const identity of identities.list()) {
    const state = isEnabled(identity) ? 'enabled' : 'disabled';
    listed.push({ ...identity, account: handles.get(identity.accountId) ?? null, state });
  }
  return listed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
