import type { ErasableAccount } from '../../stores/erasure/erased-accounts.ts';
import { peopleOf } from '../identity/people-of.ts';
import { eraseCopies } from './erase-copies.ts';
import { eraseVideos } from './erase-videos.ts';
import type { ErasureStores } from './erasure-stores.ts';

/** Where the passwords of users are. */
export interface Logins {
  readonly issuer: string;
  /** Removes the user of a subject, if there is one. */
  remove(subject: string): Promise<void>;
}

/** Any request that had begun has ended by then. */
const REQUESTS_END_MS = 60_000;

interface ErasureOptions {
  /** Removes what the bucket keeps for a restore, too. */
  copies: boolean;
  wait: (milliseconds: number) => Promise<void>;
  /** Gets what is being done, and of the videos how many are deleted. */
  report: (step: 'videos' | 'requests' | 'copies', videos: number) => void;
}

/**
 * Erases an account, for good. First everybody is shut out: keys and users are removed, so that nothing of it can be used whatever
 * comes later. Every step can be repeated: where it broke off, doing all again completes it. What requests that had begun then have
 * still written is removed a minute later.
 * @param logins null where there are none
 */
export async function eraseAccount(
  stores: ErasureStores,
  account: ErasableAccount,
  logins: Logins | null,
  { copies, wait, report }: ErasureOptions,
): Promise<void> {
  const { erased, items, identities } = stores;
  const { accountId } = account;
  await erased.begin(account);
  await items.removeKeys(accountId);
  await items.removeWebhooks(accountId);
  const people = await peopleOf(stores, accountId);
  for (const { issuer, subject } of people) {
    await identities.disable({ issuer, subject });
    if (issuer === logins?.issuer) await logins.remove(subject);
  }

  await eraseVideos(stores, accountId, (videos) => report('videos', videos));
  report('requests', 0);
  await wait(REQUESTS_END_MS);
  await items.removeKeys(accountId);
  await eraseVideos(stores, accountId, () => {});
  await items.removeUsage(accountId);
  await items.removeEvents(accountId);
  await items.removeWebhooks(accountId);
  await items.removeDeliveries(accountId);
  await items.removeRequests(
    accountId,
    people.map(({ identityId }) => identityId),
  );
  if (copies) {
    report('copies', 0);
    await eraseCopies(stores, accountId);
  }
  for (const person of await peopleOf(stores, accountId)) await identities.forget(person);
  await erased.end(account);
}
