import type { RowAudience } from '../../contract/route.ts';
import type { Scope } from '../../contract/scopes.ts';

interface Authorization {
  accountId: string;
  scopes: readonly Scope[];
  /** `null`: everything the account owns. */
  projectIds: readonly string[] | null;
}

/** An integrator's program, by its API key. */
interface KeyPrincipal extends Authorization {
  kind: 'key';
  keyId: string;
  keyName: string;
}

/** A person who has signed in to the console. */
export interface IdentityPrincipal extends Authorization {
  kind: 'identity';
  identityId: string;
  /** Who vouches for the person, and the person's name there (`iss` and `sub` of OpenID Connect). */
  issuer: string;
  subject: string;
}

/** The caller, as an authorizer has identified it. */
export type Principal = KeyPrincipal | IdentityPrincipal;

/** Who calls the rows of an audience. */
export type PrincipalOf<Audience extends RowAudience> = Audience extends 'integrators'
  ? KeyPrincipal
  : Audience extends 'console'
    ? IdentityPrincipal
    : Principal;

/** Whether rows of that audience may be called by that kind of principal. */
export const isInAudience = (audience: RowAudience, { kind }: Pick<Principal, 'kind'>): boolean =>
  audience === 'both' || audience === (kind === 'identity' ? 'console' : 'integrators');

/** What log lines say about the caller. */
export const callerFields = (principal: Principal): Record<string, string> =>
  principal.kind === 'identity'
    ? { accountId: principal.accountId, identityId: principal.identityId }
    : { accountId: principal.accountId, keyId: principal.keyId };

/** The rate figures at this request: of a key those of its account, of an identity its own. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  resetAt: number;
  exceeded: boolean;
}

/** @param videoId null: what is about no video, or about all of them, which a key for some videos may not see */
export const mayAccess = ({ projectIds }: Principal, videoId: string | null): boolean =>
  projectIds === null || (videoId !== null && projectIds.includes(videoId));
