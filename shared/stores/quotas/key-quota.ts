import type { Excess } from '../../contract/quotas.ts';
import { type ApiKey, isActive } from '../../domain/keys/api-key.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openKeys } from '../keys/keys.ts';
import { opener } from '../opener.ts';
import { mayBeStoredYet, openPlaceQuota, openPlaceRelease, type Place, type PlaceCounts } from './places.ts';
import { openUsageCounts } from './usage.ts';

/** The place of an active key, under its id. */
type KeyPlace = Place & Pick<ApiKey, 'keyHash' | 'expiresAt'>;

export interface KeyQuota {
  /**
   * Counts a key that is about to be stored.
   * @returns null, or the quota that does not admit it
   */
  admit(key: ApiKey): Promise<Excess | null>;
}

export interface ActiveKeys {
  /** The ids of all keys of an account that work, and perhaps some of keys whose creation or revocation was cut short. */
  of(accountId: string): Promise<ReadonlySet<string>>;
  /** How many keys of an account work or are being made. Reads each. */
  count(accountId: string): Promise<number>;
}

export interface KeyPlaces {
  release(key: Pick<ApiKey, 'accountId' | 'keyId'>): Promise<void>;
}

const placeOf = ({ keyHash, expiresAt }: ApiKey, takenAt: number): KeyPlace => ({
  keyHash,
  expiresAt,
  takenAt,
});

/** The places of keys that earlier releases made, which did not count them. */
const uncountedKeys =
  (environment: Environment) =>
  async (accountId: string): Promise<Record<string, KeyPlace>> => {
    const keys = openKeys(environment);
    const now = environment.runtime.now();
    const found = await keys.getMany(await keys.entries(accountId));
    return Object.fromEntries(
      found.filter((key) => isActive(key, now)).map((key) => [key.keyId, placeOf(key, now)]),
    );
  };

export const openKeyQuota = opener('keyQuota', (environment: Environment): KeyQuota => {
  const keys = openKeys(environment);
  const { runtime } = environment;
  const take = openPlaceQuota<KeyPlace>(
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

export const openActiveKeys = opener('activeKeys', (environment: Environment): ActiveKeys => {
  const counts = openUsageCounts<PlaceCounts<KeyPlace>>(environment, 'keys');
  const uncounted = uncountedKeys(environment);

  /** By key id, without those of keys that have expired. */
  const standing = async (accountId: string): Promise<[keyId: string, place: KeyPlace][]> => {
    const counted = await counts.read(accountId);
    const places = counted?.places ?? (await uncounted(accountId));
    const now = environment.runtime.now();
    return Object.entries(places).filter(([, { expiresAt }]) =>
      isActive({ expiresAt, revokedAt: null }, now),
    );
  };

  return {
    of: async (accountId) => new Set((await standing(accountId)).map(([keyId]) => keyId)),

    async count(accountId) {
      const places = await standing(accountId);
      const stored = await openKeys(environment).getMany(places.map(([, place]) => place));
      const keys = new Map(stored.map((key) => [key.keyId, key]));
      const now = environment.runtime.now();
      return places.filter(([keyId, place]) => {
        const key = keys.get(keyId);
        return key === undefined ? mayBeStoredYet(place, now) : isActive(key, now);
      }).length;
    },
  };
});

export const openKeyPlaces = opener('keyPlaces', (environment: Environment): KeyPlaces => {
  const release = openPlaceRelease(environment, 'activeKeys');
  return { release: ({ accountId, keyId }) => release(accountId, keyId) };
});
