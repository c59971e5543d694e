import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';

/** Counts last for this long after the last event. */
const MEMORY_MS = 15 * 60 * 1000;
/** Beyond them the one whose last event is longest ago is forgotten. */
const MOST_KEYS = 1000;

/** How often something has happened lately, by key. */
export class RecentCounts {
  readonly #runtime: Pick<Runtime, 'now'>;
  /** The one whose last event is longest ago first. */
  readonly #counts = new Map<string, { count: number; lastAt: number }>();

  constructor(runtime: Pick<Runtime, 'now'>) {
    this.#runtime = runtime;
  }

  of(key: string): number {
    const counted = this.#counts.get(key);
    return counted !== undefined && this.#runtime.now() - counted.lastAt < MEMORY_MS ? counted.count : 0;
  }

  add(key: string): void {
    const count = this.of(key) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, { count, lastAt: this.#runtime.now() });
    const [oldest = key] = this.#counts.keys();
    if (this.#counts.size > MOST_KEYS) this.#counts.delete(oldest);
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
