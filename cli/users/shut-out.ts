import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import type { DirectoryUser, UserDirectory } from './user-directory.ts';

/**
 * Has a user who cannot sign in any more be refused from the next request on, whatever tokens they have.
 * @returns the handle of their account; null where they have none
 */
export async function shutOut(
  { issuer }: Pick<UserDirectory, 'issuer'>,
  { identities, accounts }: Pick<OperatorStores, 'identities' | 'accounts'>,
  { subject }: DirectoryUser,
): Promise<string | null> {
  const { accountId } = await identities.disable({ issuer, subject });
  return (await accounts.get(accountId))?.handle ?? null;
}

/** What stays where a user is shut out. */
export const whatStays = (account: string | null): string =>
  account === null
    ? 'There is no account of theirs.'
    : `Account ${account} stays, with its videos and keys; to end its keys, too: vms keys revoke-all --account ${account}`;
