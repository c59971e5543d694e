/** Time constant of recent processing time: what lies this far back counts a third (1/e). */
const RECENT_MS = 60_000;

/** A tenant is noisy from these shares on: of the recent processing time, or of the messages in flight. */
const NOISY_SHARE = 0.1;
/** Below this number in flight, shares say little. */
const NOISY_IN_FLIGHT = 30;

/**
 * The order of service in a fair queue, after Amazon's description of its own: messages of quiet tenants come
 * before those of noisy ones, and among the noisy those with the fewest messages in flight (docs.aws.amazon.com,
 * SQS Developer Guide, "How Amazon SQS fair queues work"). The guide leaves open, and this class chooses, what
 * "recent" is, and that between equals the tenant with the least recent processing time goes first. Not adopted:
 * that a tenant is quiet again as soon as none of its messages waits, or when it has sent nothing for five minutes.
 */
export class Tenants {
  #inFlight = new Map<string, number>();
  /** Milliseconds that messages of each tenant were in flight, with less weight the longer ago. */
  #recent = new Map<string, number>();
  #at = Number.NEGATIVE_INFINITY;

  /** Notes how many messages of each tenant are in flight from `now` on, in milliseconds. */
  observe(inFlight: ReadonlyMap<string, number>, now: number): void {
    if (now > this.#at) {
      const fading = Math.exp((this.#at - now) / RECENT_MS);
      const past = this.#recent;
      this.#recent = new Map();
      for (const tenant of new Set([...past.keys(), ...this.#inFlight.keys()])) {
        const busy =
          (past.get(tenant) ?? 0) * fading + (this.#inFlight.get(tenant) ?? 0) * RECENT_MS * (1 - fading);
        // Exponential decay never reaches zero.
        if (busy >= 1) this.#recent.set(tenant, busy);
      }
      this.#at = now;
    }
    this.#inFlight = new Map(inFlight);
  }

  /** Notes that one more message of a tenant is in flight. */
  take(tenant: string): void {
    this.#inFlight.set(tenant, (this.#inFlight.get(tenant) ?? 0) + 1);
  }

  /** The noisy tenants, in their order of service when no others wait. */
  noisy(): string[] {
    const recent = (tenant: string): number => this.#recent.get(tenant) ?? 0;
    const inFlight = (tenant: string): number => this.#inFlight.get(tenant) ?? 0;
    const manyInFlight = Math.max(NOISY_IN_FLIGHT, NOISY_SHARE * sum(this.#inFlight.values()));
    const muchTime = NOISY_SHARE * sum(this.#recent.values());
    return [...new Set([...this.#recent.keys(), ...this.#inFlight.keys()])]
      .filter((tenant) => recent(tenant) > muchTime || inFlight(tenant) >= manyInFlight)
      .sort((a, b) => inFlight(a) - inFlight(b) || recent(a) - recent(b));
  }
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
