/** The parts of dynalite that are used: its operations, and the checks of their input. */
declare module 'dynalite/db/index.js' {
  interface LevelStore {
    readonly db: { iterator(): AsyncIterable<[key: string, value: unknown]> };
    readonly lifecycleManager: { gracefulClose(): Promise<void> };
  }
  const db: {
    /** dynalite's own store, on LevelDB. */
    create(options: { path: string }): LevelStore;
  };
  export = db;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    /** Keeps the members that an operation knows. @throws an error with `statusCode` and `body` */
    checkTypes(input: object, types: object): object;
    checkValidations(input: object, types: object, custom: unknown, store: object): void;
  };
  export = validations;
}
