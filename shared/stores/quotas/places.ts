import type { Excess, PlaceQuota } from '../../contract/quotas.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { attribute, type Condition, condition, update } from '../dynamodb/expression.ts';
import { openTierQuotas, openUsageCounts, type UsageKind } from './usage.ts';

/** A place in a quota of what may be active at a time; stored with what tells whose it is. */
export interface Place {
  /** Milliseconds since the epoch. */
  takenAt: number;
}

/**
 * What is active in an account. A place that was not given back (a crash, a lost message) stays until the quota is
 * full: then it goes before anything is refused.
 */
export interface PlaceCounts<P extends Place> {
  places: Record<string, P>;
}

/** What became of a place's holder; `unknown`: nothing of it is stored. */
export type HolderState = 'active' | 'over' | 'unknown';

/** A holder is stored within this time after its place was taken, or never: longer than an endpoint runs. */
const STORED_WITHIN_MS = 60_000;

/** Whether what has taken a place may still be on its way into its store. */
export const mayBeStoredYet = ({ takenAt }: Place, now: number): boolean => now - takenAt < STORED_WITHIN_MS;

const KINDS: Record<PlaceQuota, UsageKind> = {
  activeJobs: 'jobs',
  activeSurfaces: 'surfaces',
  activeKeys: 'keys',
};

/** Whether the holder of a place is still active. */
type IsTaken<P extends Place> = (name: string, place: P) => Promise<boolean>;

const takenPlaces =
  <P extends Place>(
    { runtime }: Environment,
    stateOf: (name: string, place: P) => Promise<HolderState>,
  ): IsTaken<P> =>
  async (name, place) => {
    const state = await stateOf(name, place);
    if (state === 'unknown') return mayBeStoredYet(place, runtime.now());
    return state === 'active';
  };

/** How many places of an account are taken. Reads each holder: a place may have been left behind. */
export type CountTaken = (accountId: string) => Promise<number>;

export function openTakenCount<P extends Place>(
  environment: Environment,
  quota: PlaceQuota,
  stateOf: (name: string, place: P) => Promise<HolderState>,
): CountTaken {
  const counts = openUsageCounts<PlaceCounts<P>>(environment, KINDS[quota]);
  const isTaken = takenPlaces(environment, stateOf);
  return async (accountId) => {
    const places = Object.entries((await counts.read(accountId))?.places ?? {});
    const taken = await Promise.all(places.map(([name, place]) => isTaken(name, place)));
    return taken.filter((is) => is).length;
  };
}

/** Takes a place, replacing the one of that name. @returns null, or the quota that does not admit it */
export type TakePlace<P extends Place> = (
  accountId: string,
  name: string,
  place: P,
) => Promise<Excess | null>;

/** @param uncounted the places of what was active before this quota was counted in an account */
export function openPlaceQuota<P extends Place>(
  environment: Environment,
  quota: PlaceQuota,
  stateOf: (name: string, place: P) => Promise<HolderState>,
  uncounted: (accountId: string) => Promise<Record<string, P>> = async () => ({}),
): TakePlace<P> {
  const counts = openUsageCounts<PlaceCounts<P>>(environment, KINDS[quota]);
  const tiers = openTierQuotas(environment);
  const isTaken = takenPlaces(environment, stateOf);

  const put = (accountId: string, name: string, place: P) => {
    const at = attribute(name);
    return counts.change(
      accountId,
      update`SET places.${at} = ${place} ADD changes ${1}`,
      tiers.admitted(
        (quotas) => condition`size(places) < ${quotas[quota]} OR attribute_exists(places.${at})`,
      ),
    );
  };

  return async (accountId, name, place) => {
    while ((await put(accountId, name, place)) === null) {
      const counted = await counts.recount(accountId, async (before) => {
        const places = before.places ?? (await uncounted(accountId));
        const looked = Object.entries(places).map(
          async ([other, held]) => [other, held, other === name || (await isTaken(other, held))] as const,
        );
        const taken = (await Promise.all(looked)).filter(([, , isThere]) => isThere);
        return { places: Object.fromEntries(taken.map(([other, held]) => [other, held])) };
      });
      const { [quota]: max } = tiers.of(counted);
      const current = Object.keys(counted.places).length;
      if (current >= max && counted.places[name] === undefined) return { quota, max, current };
    }
    return null;
  };
}

/**
 * Gives a place back, once.
 * @param when where given, only a place of which this holds too
 */
export type ReleasePlace = (accountId: string, name: string, when?: Condition) => Promise<void>;

export function openPlaceRelease(environment: Environment, quota: PlaceQuota): ReleasePlace {
  const counts = openUsageCounts<PlaceCounts<Place>>(environment, KINDS[quota]);
  return async (accountId, name, when) => {
    const at = attribute(name);
    await counts.change(
      accountId,
      update`REMOVE places.${at} ADD changes ${1}`,
      when ?? condition`attribute_exists(places.${at})`,
    );
  };
}
