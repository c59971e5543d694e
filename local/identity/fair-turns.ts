/** Work that waits for its turn, by the name that it is for. */
type Names = Map<string, (() => Promise<void>)[]>;

/**
 * Does one piece of work after the other. Lanes take turns, within a lane names do, so that who sends much for one name
 * holds up that name, and a flood in one lane holds up nobody in another for longer than a turn.
 */
export class FairTurns<Lane extends string> {
  /** What is served next comes first, in both maps. */
  readonly #lanes = new Map<Lane, Names>();
  #busy = false;

  take<T>(lane: Lane, name: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const names: Names = this.#lanes.get(lane) ?? new Map();
    const waiting = names.get(name) ?? [];
    waiting.push(() => work().then(resolve, reject));
    names.set(name, waiting);
    this.#lanes.set(lane, names);
    this.#next();
    return promise;
  }

  #next(): void {
    const [lane] = this.#lanes;
    const [name] = lane?.[1] ?? [];
    if (this.#busy || lane === undefined || name === undefined) return;
    const [work, ...rest] = name[1];
    moveToEnd(lane[1], name[0], rest, rest.length === 0);
    moveToEnd(this.#lanes, lane[0], lane[1], lane[1].size === 0);
    this.#busy = true;
    void work?.().finally(() => {
      this.#busy = false;
      this.#next();
    });
  }
}

function moveToEnd<K, V>(map: Map<K, V>, key: K, value: V, done: boolean): void {
  map.delete(key);
  if (!done) map.set(key, value);
}
