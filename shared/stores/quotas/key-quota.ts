import type { Excess } from '../../contract/quotas.ts';
import { type ApiKey, isActive } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openKeys } from '../keys/keys.ts';
import { storeFactory } from '../store-factory.ts';
import { mayBeStoredYet, openSlotQuota, openSlotRelease, type Slot, type SlotCounts } from './slots.ts';
import { openUsageCounts } from './usage.ts';

/** The slot of an active key, under its id. */
type KeySlot = Slot & Pick<ApiKey, 'keyHash' | 'expiresAt'>;

interface KeyQuota {
  /**
   * Counts a key that is about to be stored.
   * @returns null, or the quota that does not admit it
   */
  admit(key: ApiKey): Promise<Excess | null>;
}

interface ActiveKeys {
  /** The ids of all keys of an account that work, and perhaps some of keys whose creation or revocation was cut short. */
  of(accountId: string): Promise<ReadonlySet<string>>;
  /** How many keys of an account work or are being made. Reads each. */
  count(accountId: string): Promise<number>;
}

interface KeySlots {
  release(key: Pick<ApiKey, 'accountId' | 'keyId'>): Promise<void>;
}

const placeOf = ({ keyHash, expiresAt }: ApiKey, takenAt: number): KeySlot => ({
  keyHash,
  expiresAt,
  takenAt,
});

/** The slots of keys that earlier releases made, which did not count them. */
const uncountedKeys =
  (environment: Environment) =>
  async (accountId: string): Promise<Record<string, KeySlot>> => {
    const keys = openKeys(environment);
    const now = environment.runtime.now();
    const found = await keys.getMany(await keys.entries(accountId));
    return Object.fromEntries(
      found.filter((key) => isActive(key, now)).map((key) => [key.keyId, placeOf(key, now)]),
    );
  };

export const openKeyQuota = storeFactory('keyQuota', (environment: Environment): KeyQuota => {
  const keys = openKeys(environment);
  const { runtime } = environment;
  const take = openSlotQuota<KeySlot>(
    environment,
    'activeKeys',
    async (_, { keyHash }) => {
      const [key] = await keys.getMany([{ keyHash }]);
      if (key === undefined) return 'unknown';
      return isActive(key, runtime.now()) ? 'active' : 'over';
    },
    uncountedKeys(environment),
  );

  return { admit: (key) => take(key.accountId, key.keyId, placeOf(key, runtime.now())) };
});

export const openActiveKeys = storeFactory('activeKeys', (environment: Environment): ActiveKeys => {
  const counts = openUsageCounts<SlotCounts<KeySlot>>(environment, 'keys');
  const uncounted = uncountedKeys(environment);

  /** By key id, without those of keys that have expired. */
  const standing = async (accountId: string): Promise<[keyId: string, slot: KeySlot][]> => {
    const counted = await counts.read(accountId);
    const slots = counted?.places ?? (await uncounted(accountId));
    const now = environment.runtime.now();
    return Object.entries(slots).filter(([, { expiresAt }]) => isActive({ expiresAt, revokedAt: null }, now));
  };

  return {
    of: async (accountId) => new Set((await standing(accountId)).map(([keyId]) => keyId)),

    async count(accountId) {
      const slots = await standing(accountId);
      const stored = await openKeys(environment).getMany(slots.map(([, slot]) => slot));
      const keys = new Map(stored.map((key) => [key.keyId, key]));
      const now = environment.runtime.now();
      return slots.filter(([keyId, slot]) => {
        const key = keys.get(keyId);
        return key === undefined ? mayBeStoredYet(slot, now) : isActive(key, now);
      }).length;
    },
  };
});

export const openKeySlots = storeFactory('keySlots', (environment: Environment): KeySlots => {
  const release = openSlotRelease(environment, 'activeKeys');
  return { release: ({ accountId, keyId }) => release(accountId, keyId) };
});
