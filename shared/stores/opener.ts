import type { Opener } from '../kernel/runtime/openers.ts';
import type { StoreName } from '../needs/store-needs.ts';

/** An opener that says under which name `STORE_NEEDS` has what it needs. */
export interface StoreOpener<Store> extends Opener<Store> {
  readonly store: StoreName;
}

/**
 * Names an opener; with a narrower type than it has, it is cut to what some functions do, so that no more can be called
 * than is granted.
 */
export const opener = <Store>(store: StoreName, open: Opener<Store>): StoreOpener<Store> =>
  Object.assign((environment: Parameters<Opener<Store>>[0]) => open(environment), { store });
