import type { Scope } from '../../contract/scopes.ts';

/** The caller, as the authorizer has identified it. */
export interface Principal {
  accountId: string;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  /** `null`: everything the account owns. */
  projectIds: readonly string[] | null;
}

/** The account's rate figures at this request. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  resetAt: number;
  exceeded: boolean;
}

export const mayAccess = (principal: Principal, videoId: string): boolean =>
  principal.projectIds === null || principal.projectIds.includes(videoId);
