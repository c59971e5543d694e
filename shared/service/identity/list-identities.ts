import { type Identity, isEnabled } from '../../domain/identity/identity.ts';
import { accountHandles } from '../keys/account-handles.ts';
import type { OperatorStores } from '../operator-stores.ts';

/** A person as operators see them. */
interface ListedIdentity extends Identity {
  /** Handle of the account; null before the first request of the person has made it. */
  account: string | null;
  state: 'enabled' | 'disabled';
}

/**
 * The identities of an account, or all, oldest first.
 * @returns null when there is no account of that handle
 */
export async function listIdentities(
  { identities, accounts }: Pick<OperatorStores, 'identities' | 'accounts'>,
  handle?: string,
): Promise<ListedIdentity[] | null> {
  const handles = await accountHandles({ accounts }, handle);
  if (handles === null) return null;
  const listed: ListedIdentity[] = [];
  for await (const identity of identities.list()) {
    const account = handles.get(identity.accountId);
    if (account === undefined && handle !== undefined) continue;
    const state = isEnabled(identity) ? 'enabled' : 'disabled';
    listed.push({ ...identity, account: account ?? null, state });
  }
  return listed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
