import type fc from 'fast-check';
import { expect } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import type { Api, ApiAnswer } from '../../support/service/api.ts';
import type { TestService } from '../../support/service/test-service.ts';
import type { Document } from './document-model.ts';

export type AccountName = 'one' | 'other';

export interface VideoState {
  id: string;
  account: AccountName;
  name: string;
  /** The documents of all versions, oldest first. */
  documents: Document[];
  /** The description of each version; null if the service chooses it. */
  descriptions: (string | null)[];
  deleted: boolean;
}

export interface KeyState {
  secret: string;
  keyId: string;
  account: AccountName;
  scopes: readonly Scope[];
  projectIds: string[] | null;
  revoked: boolean;
}

/** A request with an Idempotency-Key, and its first answer. */
interface KeptAnswer {
  video: VideoState;
  body: unknown;
  projectIds: string[] | null;
  status: number;
  answer: unknown;
}

/** The expected state of the API: two accounts that never see each other's data. */
export interface Model {
  /** In order of creation. */
  videos: VideoState[];
  keys: KeyState[];
  /** By account and Idempotency-Key. */
  kept: Map<string, KeptAnswer>;
}

export interface Real {
  service: TestService;
  api: Api;
  /** The handles of this run's accounts. */
  handles: Record<AccountName, string>;
  /** Bytes of a small playable clip. */
  clip: Uint8Array<ArrayBuffer>;
  counter: { commands: number };
}

export type Step = fc.AsyncCommand<Model, Real>;

/** A command whose text says everything that it does, so that a failure can be read. */
export const step = (
  name: string,
  given: unknown,
  run: (model: Model, real: Real) => Promise<void>,
): Step => ({
  check: () => true,
  run: async (model, real) => {
    real.counter.commands++;
    await run(model, real);
  },
  toString: () => `${name} ${JSON.stringify(given)}`,
});

/** The entry that a generated number selects. */
export function pick<Entry>(entries: readonly Entry[], number: number): Entry {
  const entry = entries[number % entries.length];
  if (entry === undefined) throw new Error('There is nothing to pick from');
  return entry;
}

export const newestOf = ({ documents }: VideoState): { version: number; document: Document } => {
  const document = documents.at(-1);
  if (document === undefined) throw new Error('A video without a version');
  return { version: documents.length, document };
};

export type Refused = readonly [status: number, code: string];

/** The error code for a key that is not accepted at all. */
export function keyRefusal({ revoked, scopes }: KeyState, scope: Scope | null): Refused | null {
  if (revoked) return [401, 'UNAUTHENTICATED'];
  return scope === null || scopes.includes(scope) ? null : [403, 'INSUFFICIENT_SCOPE'];
}

/** The error code for a key that may not see a video. */
export function videoRefusal({ projectIds, account }: KeyState, video: VideoState): Refused | null {
  if (projectIds !== null && !projectIds.includes(video.id)) return [403, 'PROJECT_NOT_ALLOWED'];
  if (video.deleted) return [404, 'VIDEO_NOT_FOUND'];
  return video.account === account ? null : [403, 'NOT_OWNER'];
}

export function expectRefusal({ status, body }: ApiAnswer<unknown>, refused: Refused): void {
  expect([status, (body as ErrorBody).error?.code]).toEqual(refused);
}
