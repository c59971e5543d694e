import type { Access } from '../shared/contract/function-definition.ts';
import { FUNCTIONS } from '../shared/contract/functions.ts';
import { type Need, union } from '../shared/contract/needs/need.ts';
import { STORE_NEEDS } from '../shared/contract/needs/store-needs.ts';
import type { TableName } from '../shared/contract/resources.ts';

/** What access needs: what its stores need, and what it names itself. */
export const grantOf = ({ stores = [], ...own }: Access): Required<Need> =>
  union(...stores.map((name) => STORE_NEEDS[name]), own);

/** The permissions of every function, by its path under `functions/`. */
export const GRANTS: Readonly<Record<string, Required<Need>>> = Object.fromEntries(
  FUNCTIONS.map((definition) => [definition.key, grantOf(definition)]),
);

/** The tables that functions may do something with. */
export const tablesOf = (...keys: readonly string[]): TableName[] => [
  ...new Set(keys.flatMap((key) => Object.keys(GRANTS[key]?.tables ?? {}) as TableName[])),
];
