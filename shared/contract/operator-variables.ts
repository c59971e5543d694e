import { MEDIA_BUCKET, PARKED, QUEUES, SETTINGS, TABLES } from './resources.ts';

/** The variables with which an operator's commands open the stores of a deployed service. */
export const OPERATOR_VARIABLES: readonly string[] = [
  ...Object.values(TABLES).map(({ env }) => env),
  MEDIA_BUCKET.env,
  ...Object.values(QUEUES).map(({ env }) => env),
  ...Object.values(PARKED).map(({ env }) => env),
  SETTINGS.keyPrefix,
];

/** Those that are not set where a deployment changes nothing, or is of a release that had none: a stack has no empty outputs. */
export const OPTIONAL_OPERATOR_VARIABLES: readonly string[] = [SETTINGS.quotas, SETTINGS.consoleIssuer];

/** Name of the stack output that holds a variable's value, such as `KeysTable` for `KEYS_TABLE`. */
export const outputName = (variable: string): string =>
  variable.replace(/_?([A-Z])([A-Z]*)/g, (_, first: string, rest: string) => first + rest.toLowerCase());
