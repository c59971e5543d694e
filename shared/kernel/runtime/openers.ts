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

/** The stores of an entry point: opened in the environment of the process at the first use, and kept from then on. */
export function openOnce<O extends Openers>(openers: O): () => Opened<O> {
  let opened: Opened<O> | undefined;
  return () => {
    opened ??= openAll(openers, processEnvironment());
    return opened;
  };
}
