import type { OperatorStores } from '../operator-stores.ts';

/**
 * The handles of all accounts, or the one that is named, by account id.
 * @returns null when there is no account of that handle
 */
export async function accountHandles(
  { accounts }: Pick<OperatorStores, 'accounts'>,
  handle?: string,
): Promise<ReadonlyMap<string, string> | null> {
  if (handle !== undefined) {
    const account = await accounts.find(handle);
    return account && new Map([[account.accountId, handle]]);
  }
  const handles = new Map<string, string>();
  for await (const account of accounts.list()) handles.set(account.accountId, account.handle);
  return handles;
}
