import { LIMITS } from '../contract/limits.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { tableName } from './dynamodb/client.ts';
import { expiryAfter } from './dynamodb/expiry.ts';
import { condition, update } from './dynamodb/expression.ts';
import { getItem } from './dynamodb/read.ts';
import { deleteItem, putItem, updateItem, writeOnce } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

/** A request under the name that its sender gave it; the fingerprint distinguishes requests of the same name. */
interface NamedRequest {
  accountId: string;
  /** Key of the endpoint's row. */
  route: string;
  idempotencyKey: string;
  fingerprint: string;
}

/** The right to run a request, until the lease ends. */
export interface Claim {
  requestKey: string;
  claimId: string;
}

/** Whether a request is ours to run, or else what became of it. */
type RequestState =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'running' }
  | { kind: 'answered'; answer: unknown }
  | { kind: 'other-request' };

/**
 * What was answered to requests that carry an Idempotency-Key.
 *
 *     (none) ─claim─▶ running ─answer─▶ answered ─24 h─▶ (none)
 *        ▲              │  │
 *        └────release───┘  └─ lease ended: the same request may claim it
 */
export interface Idempotency {
  /** Claims a request for `leaseSeconds`: longer than the function that runs it may live. */
  claim(request: NamedRequest, leaseSeconds: number): Promise<RequestState>;
  /** Stores the answer, any JSON value, unless the lease has ended and the request was claimed again. */
  answer(claim: Claim, answer: unknown): Promise<void>;
  /** Gives the request back unanswered. */
  release(claim: Claim): Promise<void>;
}

interface ClaimedRequest extends Claim {
  fingerprint: string;
  /** Milliseconds since the epoch. */
  leaseEnds: number;
  /** JSON; absent while the request is running. */
  answer?: string;
  /** Seconds since the epoch. DynamoDB deletes the item only some time later, so all code checks this. */
  expiresAt: number;
}

function stateOf(standing: ClaimedRequest | null, fingerprint: string): RequestState {
  // It was released or has expired just now.
  if (standing === null) return { kind: 'running' };
  if (standing.fingerprint !== fingerprint) return { kind: 'other-request' };
  if (standing.answer === undefined) return { kind: 'running' };
  return { kind: 'answered', answer: JSON.parse(standing.answer) };
}

export const openIdempotency = storeFactory('idempotency', (environment: Environment): Idempotency => {
  const table = tableName(environment, 'idempotency');
  const { runtime } = environment;

  return {
    async claim({ accountId, route, idempotencyKey, fingerprint }, leaseSeconds) {
      const claim: Claim = {
        requestKey: `${accountId}#${route}#${idempotencyKey}`,
        claimId: Buffer.from(runtime.randomBytes(16)).toString('hex'),
      };
      const now = runtime.now();
      const item: ClaimedRequest = {
        ...claim,
        fingerprint,
        leaseEnds: now + leaseSeconds * 1000,
        expiresAt: expiryAfter(now, LIMITS.idempotencySeconds),
      };
      const isFree = condition`attribute_not_exists(requestKey) OR expiresAt <= ${now / 1000}`;
      const isAbandoned = condition`attribute_not_exists(answer) AND leaseEnds <= ${now} AND fingerprint = ${fingerprint}`;
      const { made, standing } = await writeOnce(
        () => putItem(table, item, condition`${isFree} OR ${isAbandoned}`),
        async () => (await getItem(table, { requestKey: claim.requestKey })) as ClaimedRequest | null,
        ({ claimId }) => claimId === claim.claimId,
      );
      return made ? { kind: 'claimed', claim } : stateOf(standing, fingerprint);
    },

    async answer({ requestKey, claimId }, answer) {
      const expiresAt = expiryAfter(runtime.now(), LIMITS.idempotencySeconds);
      const answered = update`SET answer = ${JSON.stringify(answer)}, expiresAt = ${expiresAt}`;
      await updateItem(table, { requestKey }, answered, { when: condition`claimId = ${claimId}` });
    },

    release: ({ requestKey, claimId }) => deleteItem(table, { requestKey }, condition`claimId = ${claimId}`),
  };
});
