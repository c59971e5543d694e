/** Stores by another author, that the service's tests run on in place of the embedded ones. */
export interface Reference {
  name: string;
  version: string;
  /** The stores that it has; the others are embedded. */
  stores: readonly ('S3' | 'SQS' | 'DYNAMODB')[];
  /** What it takes for the secret of the access key `test`. */
  secret: string;
  /** Brings it into an empty folder, from public package registries alone. */
  install(folder: string): Promise<void>;
  /** Starts it on a loopback address, without anything that an earlier run left. */
  start(folder: string): Promise<RunningReference>;
  /** What it does otherwise than AWS documents, and the tests that show it, which must fail. */
  deviations: readonly Deviation[];
}

export interface RunningReference extends AsyncDisposable {
  url: string;
}

export interface Deviation {
  deviation: string;
  /** Where AWS documents the behaviour. */
  source: string;
  /** Names of tests that fail by it. */
  tests: readonly string[];
  /** Names of tests that fail by it at times, and are not run. */
  races?: readonly string[];
  /** Files of tests that all need it; they are not run. */
  files?: readonly string[];
}
