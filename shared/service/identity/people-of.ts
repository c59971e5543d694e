import type { Identity } from '../../domain/identity/identity.ts';

/** The people who work in an account. Reads all identities. */
export async function peopleOf(
  { identities }: { identities: { list(): AsyncIterable<Identity> } },
  accountId: string,
): Promise<Identity[]> {
  const found: Identity[] = [];
  for await (const identity of identities.list()) if (identity.accountId === accountId) found.push(identity);
  return found;
}
