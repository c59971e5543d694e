import type { FunctionProcess, FunctionSpec, StartFunction } from './function-process.ts';
import type { Outcome } from './runtime-api.ts';

/** What has been measured of a function. */
export interface FunctionUse {
  readonly name: string;
  readonly invocations: number;
  readonly environments: number;
  readonly memoryMb: number;
  readonly peakMb: number;
}

interface PoolOptions {
  readonly name: string;
  readonly memoryMb: number;
  /** Makes the code ready at the first invocation. */
  readonly spec: () => Promise<FunctionSpec>;
  readonly startFunction: StartFunction;
  readonly log: (text: string) => void;
}

/** Bytes of an event, and of an answer that is not streamed. */
const PAYLOAD_BYTES = 6 * 1024 * 1024;

/** A function's execution environments: one more where all are busy, kept for later invocations. */
export class FunctionPool {
  readonly #name: string;
  readonly #memoryMb: number;
  readonly #spec: () => Promise<FunctionSpec>;
  readonly #startFunction: StartFunction;
  readonly #log: (text: string) => void;
  readonly #idle: FunctionProcess[] = [];
  readonly #all: FunctionProcess[] = [];
  #invocations = 0;
  #running = 0;

  constructor({ name, memoryMb, spec, startFunction, log }: PoolOptions) {
    this.#name = name;
    this.#memoryMb = memoryMb;
    this.#spec = spec;
    this.#startFunction = startFunction;
    this.#log = log;
  }

  /** Number of invocations that have not ended. */
  get running(): number {
    return this.#running;
  }

  /** @param trace header of X-Ray */
  async invoke(event: unknown, trace: string): Promise<Outcome> {
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
      return { kind: 'error', errorType: 'RequestTooLarge', errorMessage: 'The event is larger than 6 MB' };
    this.#running += 1;
    this.#invocations += 1;
    try {
      const environment = this.#idle.pop() ?? (await this.#start());
      const outcome = environment.invoke(payload, trace);
      void environment.settled().then(() => {
        this.#running -= 1;
        if (!environment.ended) this.#idle.push(environment);
      });
      return within(await outcome);
    } catch (error) {
      this.#running -= 1;
      throw error;
    }
  }

  async use(): Promise<FunctionUse> {
    const peaks = await Promise.all(this.#all.map((environment) => environment.peakMb()));
    const environments = this.#all.length;
    const peakMb = Math.max(0, ...peaks);
    return {
      name: this.#name,
      invocations: this.#invocations,
      environments,
      memoryMb: this.#memoryMb,
      peakMb,
    };
  }

  /** Kills the environments that are at work. */
  async kill(): Promise<void> {
    const busy = this.#all.filter((environment) => !this.#idle.includes(environment));
    await Promise.all(busy.map((environment) => environment.close()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((environment) => environment.close()));
  }

  async #start(): Promise<FunctionProcess> {
    const environment = await this.#startFunction(await this.#spec(), this.#log);
    this.#all.push(environment);
    return environment;
  }
}

const within = (outcome: Outcome): Outcome =>
  outcome.kind === 'answer' && Buffer.byteLength(outcome.payload) > PAYLOAD_BYTES
    ? {
        kind: 'error',
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: 'The answer is larger than 6 MB',
      }
    : outcome;
