/**
 * Assigns accounts to a few places of work: an account stays at one place while it has work there, and has it to
 * itself as long as there are enough places.
 */
export class AccountPlaces {
  /** For each place: its accounts and their number of tasks there. */
  readonly #places: readonly Map<string, number>[];

  constructor(count: number) {
    this.#places = Array.from({ length: count }, () => new Map());
  }

  /** @returns the number of the place, and a function that ends the task */
  take(account: string): { place: number; release: () => void } {
    const own = this.#places.findIndex((accounts) => accounts.has(account));
    const fewest = Math.min(...this.#places.map(({ size }) => size));
    const place = own >= 0 ? own : this.#places.findIndex(({ size }) => size === fewest);
    const accounts = this.#places[place] ?? new Map<string, number>();
    accounts.set(account, (accounts.get(account) ?? 0) + 1);
    return {
      place,
      release: () => {
        const left = (accounts.get(account) ?? 0) - 1;
        if (left > 0) accounts.set(account, left);
        else accounts.delete(account);
      },
    };
  }
}
