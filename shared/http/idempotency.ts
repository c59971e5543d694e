import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError, type ErrorBody } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { rangeDetails, rangeWords } from '../contract/range.ts';
import type { Route } from '../contract/route.ts';
import { endpointSeconds } from '../contract/route-limits.ts';
import { logger } from '../kernel/logging/logging.ts';
import type { Claim, Idempotency } from '../stores/idempotency.ts';
import type { Answer, Call } from './call.ts';
import { singleHeader } from './request-headers.ts';
import { requestFields } from './request-log.ts';

/** What is stored of a response: the body of an error, or what the body of a success is made of, and its headers. */
type KeptAnswer = { error: ErrorBody['error'] } | ({ kept: unknown } & Pick<Answer, 'headers' | 'unchanged'>);

/**
 * Keeps what the answer to a repeat is made of already now: around work that no repeat may do a second time. The answer replaces it.
 * @returns what takes it back, so that a repeat gets what it gets where nothing was kept: for a failure that has certainly left nothing of
 *   the work
 */
export type Keep = (kept: unknown, headers?: Answer['headers']) => Promise<() => void>;

/** For requests that are not known again. */
export const KEEP_NOTHING: Keep = async () => () => {};

interface IdempotentCall<R extends Route> {
  event: APIGatewayProxyEvent;
  route: R;
  call: Call<R>;
  work: (keep: Keep) => Promise<Answer<R>>;
  /** The answer again, from what the first one kept. */
  renew: (kept: unknown) => Promise<Answer<R>>;
}

/** Added to the endpoint's timeout, since its function begins to count later. */
const LEASE_MARGIN_SECONDS = 10;

const FIELD = 'Idempotency-Key';

/** The request's key; null without one. */
function readKey(event: APIGatewayProxyEvent): string | null {
  const key = singleHeader(event, FIELD);
  if (key === undefined) return null;
  const max = LIMITS.idempotencyKeyLength;
  if (key.length >= 1 && key.length <= max) return key;
  const range = { min: 1, max };
  throw new ApiError('INVALID_PARAMETER', `${FIELD} ${rangeWords(range, 'string')}.`, {
    field: FIELD,
    details: rangeDetails({ ...range, provided: key.length }),
  });
}

/** The same for equal values, in any order of their members; bytes are represented by their SHA-256. */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, canonical(member)]);
}

/**
 * Identifies a request by its parsed content, not by its bytes. The same request under a key that sees other videos is
 * another one: a stored answer never reaches a key that may not see it.
 */
function fingerprintOf({ principal: { projectIds }, params, query, body, ifMatch }: Call): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical({ projectIds, params, query, body, ifMatch })))
    .digest('hex');
}

/** Server errors and rate limits are temporary: a repeated request is worked on again. */
const isKept = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

/** A failure to keep the answer does not change it: the work is done. */
async function keepQuietly(keeping: Promise<void>, who: Record<string, string>): Promise<void> {
  await keeping.catch((error: unknown) => logger.error('answer not kept', { ...who, error: error as Error }));
}

async function runAndKeep<R extends Route>(
  store: Idempotency,
  claim: Claim,
  { event, route, work }: IdempotentCall<R>,
): Promise<Answer<R>> {
  let isSettled = false;
  const keep: Keep = async (kept, headers) => {
    await store.answer(claim, { kept, headers } satisfies KeptAnswer);
    isSettled = true;
    return () => {
      isSettled = false;
    };
  };
  try {
    const answer = await work(keep);
    const kept: KeptAnswer = {
      kept: 'kept' in answer ? answer.kept : answer.body,
      headers: answer.headers,
      unchanged: answer.unchanged,
    };
    await keepQuietly(store.answer(claim, kept), requestFields(route, event));
    return answer;
  } catch (error) {
    if (isSettled) throw error;
    const kept: KeptAnswer | null = isKept(error) ? error.toBody() : null;
    const keeping = kept === null ? store.release(claim) : store.answer(claim, kept);
    await keepQuietly(keeping, requestFields(route, event));
    throw error;
  }
}

/**
 * Does the work of a request that carries an Idempotency-Key once: the same request gets the first answer for 24
 * hours. Two writes more than without a key.
 * @throws ApiError `INVALID_PARAMETER` when the key names another request, `IDEMPOTENCY_IN_PROGRESS` while the first
 *   one is running; the error of the first attempt
 */
export async function idempotently<R extends Route>(
  store: Idempotency,
  request: IdempotentCall<R>,
): Promise<Answer<R>> {
  const { event, route, call, work, renew } = request;
  const idempotencyKey = readKey(event);
  if (idempotencyKey === null) return work(KEEP_NOTHING);
  const state = await store.claim(
    {
      accountId: call.principal.accountId,
      route: route.key,
      idempotencyKey,
      fingerprint: fingerprintOf(call),
    },
    endpointSeconds(route) + LEASE_MARGIN_SECONDS,
  );
  switch (state.kind) {
    case 'claimed':
      return runAndKeep(store, state.claim, request);
    case 'running':
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this key is still running.');
    case 'other-request':
      throw new ApiError('INVALID_PARAMETER', 'This key was used for another request.', { field: FIELD });
    case 'answered': {
      const first = state.answer as KeptAnswer;
      if ('kept' in first) {
        const { kept, ...rest } = first;
        return { ...rest, ...(await renew(kept)) };
      }
      const { code, message, ...more } = first.error;
      throw new ApiError(code, message, more);
    }
  }
}
