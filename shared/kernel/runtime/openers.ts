import { type Environment, processEnvironment } from './environment.ts';

/** Opens a store. */
export type Opener<Store> = (environment: Environment) => Store;

/** The openers of the stores that an entry point uses, by name: its bundle holds no others. */
export type Openers = Readonly<Record<string, Opener<unknown>>>;

/** Stores by name, once opened, and what they were opened with. */
export type Opened<O extends Openers> = { [Name in keyof O]: ReturnType<O[Name]> } & {
  environment: Environment;
};

export function openAll<O extends Openers>(openers: O, environment: Environment): Opened<O> {
  const stores = Object.entries(openers).map(([name, open]) => [name, open(environment)] as const);
  return { ...Object.fromEntries(stores), environment } as Opened<O>;
}

/**
 * The stores of an entry point: opened at the first use in an environment of the process, and kept for as long as that
 * environment is. A process that provides another one, such as that of a further service, has its stores beside the first.
 */
export function openOnce<O extends Openers>(openers: O): () => Opened<O> {
  const opened = new WeakMap<Environment, Opened<O>>();
  return () => {
    const environment = processEnvironment();
    const stores = opened.get(environment) ?? openAll(openers, environment);
    opened.set(environment, stores);
    return stores;
  };
}
