/**
 * Which of a few places each account works at: at one as long as it has work there, and at one of its own as far as
 * there are so many.
 */
export class AccountPlaces {
  /** Of each place: the accounts at it, and how many pieces of work each has there. */
  readonly #places: readonly Map<string, number>[];

  constructor(count: number) {
    this.#places = Array.from({ length: count }, () => new Map());
  }

  /** @returns the number of the place, and what ends the work */
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
