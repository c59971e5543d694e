import type { AccessRequest } from '../policies/policy.ts';

/** A request to a store, as far as it says what it asks for. */
export interface StoreRequest {
  readonly method: string;
  /** Request target: path and query. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty where the body is content. */
  readonly body: string;
}

/** What a request must be allowed to do: all of it. */
export type RequiredAccess = readonly AccessRequest[];

/** A request that nothing here knows the permissions of. */
export class UnknownRequest extends Error {}
