import type { Access } from '../contract/function-definition.ts';
import type { StoreName } from '../contract/needs/store-needs.ts';
import type { Factory } from '../kernel/runtime/store-factories.ts';

/** A store factory with its name in `STORE_NEEDS`. */
interface StoreFactory<Store, Name extends StoreName = StoreName> extends Factory<Store> {
  readonly store: Name;
}

/** The store factories of the stores that an entry point uses, under the names by which it uses them. */
export type StoreFactories = Readonly<Record<string, StoreFactory<unknown>>>;

/**
 * Names a store factory. One with a narrower return type than the store has is cut to what some functions do, so that no more
 * can be called than is granted.
 */
export const storeFactory = <Name extends StoreName, Store>(
  store: Name,
  open: Factory<Store>,
): StoreFactory<Store, Name> =>
  Object.assign((environment: Parameters<Factory<Store>>[0]) => open(environment), { store });

type NamesOf<O> = { [Key in keyof O]: O[Key] extends { store: infer Name } ? Name : never }[keyof O];

/**
 * Factories of exactly the stores that a definition names. The error that the compiler reports of others names the stores
 * that are missing or too many; a function cannot open what it is not granted, nor be granted what it does not open.
 */
export type Exactly<Stores extends readonly StoreName[] | undefined, O> = [
  Exclude<NonNullable<Stores>[number], NamesOf<O>>,
  Exclude<NamesOf<O>, NonNullable<Stores>[number]>,
] extends [infer Missing, infer Surplus]
  ? [Missing, Surplus] extends [never, never]
    ? O
    : [Missing] extends [never]
      ? { 'opened, but not among the `stores` of the definition': Surplus }
      : { 'among the `stores` of the definition, but not opened': Missing }
  : never;

/** The store factories of what a definition names, for what no pipeline opens. */
export const storeFactoriesOf = <Stores extends readonly StoreName[], O extends StoreFactories>(
  _access: Access<Stores>,
  factories: O & Exactly<Stores, O>,
): O => factories;
