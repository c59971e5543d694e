import type { Excess, SlotQuota } from '../../contract/quotas.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { attribute, type Condition, condition, update } from '../dynamodb/expression.ts';
import { openTierQuotas, openUsageCounts, type UsageKind } from './usage.ts';

/** A slot in a quota of what may be active at a time; stored with what identifies its holder. */
export interface Slot {
  /** Milliseconds since the epoch. */
  takenAt: number;
}

/**
 * The active resources of an account. A slot that was not given back (a crash, a lost message) stays until the quota is
 * full: then it goes before anything is refused.
 */
export interface SlotCounts<P extends Slot> {
  places: Record<string, P>;
}

/** What became of a slot's holder; `unknown`: nothing of it is stored. */
export type HolderState = 'active' | 'over' | 'unknown';

/** A holder is stored within this time after its slot was taken, or never: longer than an endpoint runs. */
const STORED_WITHIN_MS = 60_000;

/** Whether what has taken a slot may still be on its way into its store. */
export const mayBeStoredYet = ({ takenAt }: Slot, now: number): boolean => now - takenAt < STORED_WITHIN_MS;

const KINDS: Record<SlotQuota, UsageKind> = {
  activeJobs: 'jobs',
  activeSurfaces: 'surfaces',
  activeKeys: 'keys',
};

/** Whether the holder of a slot is still active. */
type IsTaken<P extends Slot> = (name: string, slot: P) => Promise<boolean>;

const takenSlots =
  <P extends Slot>(
    { runtime }: Environment,
    stateOf: (name: string, slot: P) => Promise<HolderState>,
  ): IsTaken<P> =>
  async (name, slot) => {
    const state = await stateOf(name, slot);
    if (state === 'unknown') return mayBeStoredYet(slot, runtime.now());
    return state === 'active';
  };

/** How many slots of an account are taken. Reads each holder: a slot may have been left behind. */
export type CountTaken = (accountId: string) => Promise<number>;

export function openTakenCount<P extends Slot>(
  environment: Environment,
  quota: SlotQuota,
  stateOf: (name: string, slot: P) => Promise<HolderState>,
): CountTaken {
  const counts = openUsageCounts<SlotCounts<P>>(environment, KINDS[quota]);
  const isTaken = takenSlots(environment, stateOf);
  return async (accountId) => {
    const slots = Object.entries((await counts.read(accountId))?.places ?? {});
    const taken = await Promise.all(slots.map(([name, slot]) => isTaken(name, slot)));
    return taken.filter((is) => is).length;
  };
}

/** Takes a slot, replacing the one of that name. @returns null, or the quota that does not admit it */
type TakeSlot<P extends Slot> = (accountId: string, name: string, slot: P) => Promise<Excess | null>;

/** @param uncounted the slots of what was active before this quota was counted in an account */
export function openSlotQuota<P extends Slot>(
  environment: Environment,
  quota: SlotQuota,
  stateOf: (name: string, slot: P) => Promise<HolderState>,
  uncounted: (accountId: string) => Promise<Record<string, P>> = async () => ({}),
): TakeSlot<P> {
  const counts = openUsageCounts<SlotCounts<P>>(environment, KINDS[quota]);
  const tiers = openTierQuotas(environment);
  const isTaken = takenSlots(environment, stateOf);

  const put = (accountId: string, name: string, slot: P) => {
    const at = attribute(name);
    return counts.change(
      accountId,
      update`SET places.${at} = ${slot} ADD changes ${1}`,
      tiers.admitted(
        (quotas) => condition`size(places) < ${quotas[quota]} OR attribute_exists(places.${at})`,
      ),
    );
  };

  return async (accountId, name, slot) => {
    while ((await put(accountId, name, slot)) === null) {
      const counted = await counts.recount(accountId, async (before) => {
        const slots = before.places ?? (await uncounted(accountId));
        const looked = Object.entries(slots).map(
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
 * Releases a slot, once.
 * @param when where given, only a slot of which this holds too
 */
type ReleaseSlot = (accountId: string, name: string, when?: Condition) => Promise<void>;

export function openSlotRelease(environment: Environment, quota: SlotQuota): ReleaseSlot {
  const counts = openUsageCounts<SlotCounts<Slot>>(environment, KINDS[quota]);
  return async (accountId, name, when) => {
    const at = attribute(name);
    await counts.change(
      accountId,
      update`REMOVE places.${at} ADD changes ${1}`,
      when ?? condition`attribute_exists(places.${at})`,
    );
  };
}
