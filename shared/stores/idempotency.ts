import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../contract/limits.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { dynamodb, isConditionFailure, tableName } from './dynamodb/client.ts';

/** A request as its sender named it, and what tells it from another one under the same name. */
export interface NamedRequest {
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

/** What is known of a request: that it is ours to run, or what became of it. */
export type RequestState =
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
  /** Claims a request, for `leaseSeconds`: longer than whoever runs it may live. */
  claim(request: NamedRequest, leaseSeconds: number): Promise<RequestState>;
  /** Keeps the answer (anything JSON can say), unless the lease has ended and somebody else claimed the request. */
  answer(claim: Claim, answer: unknown): Promise<void>;
  /** Gives the request back unanswered. */
  release(claim: Claim): Promise<void>;
}

interface Item extends Claim {
  fingerprint: string;
  /** Milliseconds since the epoch. */
  leaseEnds: number;
  /** JSON; absent while the request is running. */
  answer?: string;
  /** Seconds since the epoch. DynamoDB drops the item some time later, so it is looked at everywhere. */
  expiresAt: number;
}

const FREE = 'attribute_not_exists(requestKey) OR expiresAt <= :seconds';
const ABANDONED = 'attribute_not_exists(answer) AND leaseEnds <= :now AND fingerprint = :fingerprint';

function stateOf(standing: Item | undefined, fingerprint: string): RequestState {
  // Released or expired just now.
  if (standing === undefined) return { kind: 'running' };
  if (standing.fingerprint !== fingerprint) return { kind: 'other-request' };
  if (standing.answer === undefined) return { kind: 'running' };
  return { kind: 'answered', answer: JSON.parse(standing.answer) };
}

export function openIdempotency(environment: Environment): Idempotency {
  const table = tableName(environment, 'idempotency');
  const { runtime } = environment;

  const put = (item: Item, now: number) =>
    dynamodb().send(
      new PutCommand({
        TableName: table,
        Item: item,
        ConditionExpression: `${FREE} OR (${ABANDONED})`,
        ExpressionAttributeValues: {
          ':seconds': now / 1000,
          ':now': now,
          ':fingerprint': item.fingerprint,
        },
      }),
    );

  const get = async (requestKey: string): Promise<Item | undefined> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { requestKey }, ConsistentRead: true }),
    );
    return Item as Item | undefined;
  };

  /** Does nothing where the claim is not ours any more. */
  const ifStillClaimed = async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  };

  return {
    async claim({ accountId, route, idempotencyKey, fingerprint }, leaseSeconds) {
      const claim: Claim = {
        requestKey: `${accountId}#${route}#${idempotencyKey}`,
        claimId: Buffer.from(runtime.randomBytes(16)).toString('hex'),
      };
      const claimed: RequestState = { kind: 'claimed', claim };
      const now = runtime.now();
      const item: Item = {
        ...claim,
        fingerprint,
        leaseEnds: now + leaseSeconds * 1000,
        expiresAt: Math.ceil(now / 1000) + LIMITS.idempotencySeconds,
      };
      try {
        await put(item, now);
        return claimed;
      } catch (error) {
        const standing = await get(claim.requestKey);
        // Only the reply was lost: our own claim must not stand in our way.
        if (standing?.claimId === claim.claimId) return claimed;
        if (!isConditionFailure(error)) throw error;
        return stateOf(standing, fingerprint);
      }
    },

    answer: ({ requestKey, claimId }, answer) =>
      ifStillClaimed(
        dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { requestKey },
            UpdateExpression: 'SET answer = :answer, expiresAt = :expiry',
            ConditionExpression: 'claimId = :claim',
            ExpressionAttributeValues: {
              ':answer': JSON.stringify(answer),
              ':expiry': Math.ceil(runtime.now() / 1000) + LIMITS.idempotencySeconds,
              ':claim': claimId,
            },
          }),
        ),
      ),

    release: ({ requestKey, claimId }) =>
      ifStillClaimed(
        dynamodb().send(
          new DeleteCommand({
            TableName: table,
            Key: { requestKey },
            ConditionExpression: 'claimId = :claim',
            ExpressionAttributeValues: { ':claim': claimId },
          }),
        ),
      ),
  };
}
