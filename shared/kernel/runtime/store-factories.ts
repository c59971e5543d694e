import { type Environment, processEnvironment } from './environment.ts';

/** Creates a store. */
export type Factory<Store> = (environment: Environment) => Store;

/** The factories of the stores that an entry point uses, by name: its bundle holds no others. */
type Factories = Readonly<Record<string, Factory<unknown>>>;

/** Stores by name, once opened, and what they were opened with. */
export type Opened<O extends Factories> = { [Name in keyof O]: ReturnType<O[Name]> } & {
  environment: Environment;
};

export function openAll<O extends Factories>(factories: O, environment: Environment): Opened<O> {
  const stores = Object.entries(factories).map(([name, open]) => [name, open(environment)] as const);
  return { ...Object.fromEntries(stores), environment } as Opened<O>;
}

/**
 * What the process makes at the first use in an environment, and keeps for as long as that environment is. A process that
 * provides another one, such as that of a further service, has its own beside the first.
 */
export function perEnvironment<T>(make: (environment: Environment) => T): () => T {
  const made = new WeakMap<Environment, { value: T }>();
  return () => {
    const environment = processEnvironment();
    const known = made.get(environment) ?? { value: make(environment) };
    made.set(environment, known);
    return known.value;
  };
}

/** The stores of an entry point. */
export const openOnce = <O extends Factories>(factories: O): (() => Opened<O>) =>
  perEnvironment((environment) => openAll(factories, environment));
