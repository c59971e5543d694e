import { Tenants } from '../../local/sqs/tenants.ts';

/** A queue that schedules its tenants fairly, as `local/sqs`. Times in seconds, not decreasing. */
export class FairQueue<Message extends { readonly tenant: string }> {
  readonly #waiting: Message[];
  readonly #inFlight = new Set<Message>();
  readonly #tenants = new Tenants();

  constructor(messages: readonly Message[]) {
    this.#waiting = [...messages];
  }

  /** Receives the next message, which is in flight from then on; undefined if there is none. */
  take(seconds: number): Message | undefined {
    this.#observe(seconds);
    const noisy = this.#tenants.noisy();
    const isQuiet = ({ tenant }: Message): boolean => !noisy.includes(tenant);
    const first = noisy.find((tenant) => this.#waiting.some((message) => message.tenant === tenant));
    const message = this.#waiting.find(isQuiet) ?? this.#waiting.find(({ tenant }) => tenant === first);
    if (message === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(message), 1);
    this.#inFlight.add(message);
    this.#observe(seconds);
    return message;
  }

  delete(message: Message, seconds: number): void {
    this.#inFlight.delete(message);
    this.#observe(seconds);
  }

  #observe(seconds: number): void {
    const counts = new Map<string, number>();
    for (const { tenant } of this.#inFlight) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    this.#tenants.observe(counts, seconds * 1000);
  }
}
