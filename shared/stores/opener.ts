import type { Access } from '../contract/function-definition.ts';
import type { StoreName } from '../contract/needs/store-needs.ts';
import type { Opener } from '../kernel/runtime/openers.ts';

/** An opener that says under which name `STORE_NEEDS` has what it needs. */
export interface StoreOpener<Store, Name extends StoreName = StoreName> extends Opener<Store> {
  readonly store: Name;
}

/** The openers of the stores that an entry point uses, under the names by which it uses them. */
export type StoreOpeners = Readonly<Record<string, StoreOpener<unknown>>>;

/**
 * Names an opener. One with a narrower return type than the store has is cut to what some functions do, so that no more
 * can be called than is granted.
 */
export const opener = <Name extends StoreName, Store>(
  store: Name,
  open: Opener<Store>,
): StoreOpener<Store, Name> =>
  Object.assign((environment: Parameters<Opener<Store>>[0]) => open(environment), { store });

type NamesOf<O> = { [Key in keyof O]: O[Key] extends { store: infer Name } ? Name : never }[keyof O];

/**
 * Openers of exactly the stores that a definition names. The error that the compiler reports of others names the stores
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

/** The openers of what a definition names, for what no pipeline opens. */
export const openersOf = <Stores extends readonly StoreName[], O extends StoreOpeners>(
  _access: Access<Stores>,
  openers: O & Exactly<Stores, O>,
): O => openers;
