import { setImmediate as turn } from 'node:timers/promises';
import { DURATIONS } from '../cost/request-cost.ts';

/** A request to a store. `list`: a thousand keys of a bucket. */
export type Request = 'dynamodb' | 's3' | 'list' | 'sqs';

/**
 * Milliseconds that the answer takes, and that a processor (1769 MB of a function) works for a request: measured with the
 * SDK's clients against a server on the same machine that answers at once.
 */
export const REQUESTS: Readonly<Record<Request, { wait: number; work: number }>> = {
  dynamodb: { wait: DURATIONS.dynamodbCall, work: 0.8 },
  s3: { wait: DURATIONS.s3Call, work: 1.1 },
  list: { wait: 100, work: 15 },
  sqs: { wait: DURATIONS.sqsCall, work: 1.1 },
};

/** The time of a simulation: it passes only while all wait, and at once. One processor does the work of all requests. */
export class VirtualTime {
  now = 0;
  readonly requests: Record<Request, number> = { dynamodb: 0, s3: 0, list: 0, sqs: 0 };
  #processorFree = 0;
  /** Who waits longest stands first. */
  #waiting: { at: number; resume: () => void }[] = [];

  /** What the requests so far would have taken one after the other. */
  get serialMs(): number {
    return Object.entries(this.requests).reduce((total, [request, times]) => {
      const { wait, work } = REQUESTS[request as Request];
      return total + times * (wait + work);
    }, 0);
  }

  async request(kind: Request): Promise<void> {
    this.requests[kind]++;
    const { wait, work } = REQUESTS[kind];
    this.#processorFree = Math.max(this.#processorFree, this.now) + work;
    await this.until(this.#processorFree + wait);
  }

  until(at: number): Promise<void> {
    const before = this.#waiting.findLastIndex((other) => other.at > at) + 1;
    return new Promise((resume) => this.#waiting.splice(before, 0, { at, resume }));
  }

  /** Lets time pass until the work is over. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    const outcome = work().finally(() => {
      isOver = true;
    });
    // It is looked at only below.
    outcome.catch(() => {});
    for (await turn(); !isOver; await turn()) {
      const next = this.#waiting.pop();
      if (next === undefined) throw new Error('It waits for nothing');
      this.now = Math.max(this.now, next.at);
      next.resume();
    }
    return outcome;
  }
}
