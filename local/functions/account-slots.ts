/**
 * Assigns accounts to a few slots of work: an account stays at one slot while it has work there, and has it to
 * itself as long as there are enough places.
 */
export class AccountSlots {
  /** For each slot: its accounts and their number of tasks there. */
  readonly #places: readonly Map<string, number>[];

  constructor(count: number) {
    this.#places = Array.from({ length: count }, () => new Map());
  }

  /** @returns the number of the slot, and a function that ends the task */
  take(account: string): { slot: number; release: () => void } {
    const own = this.#places.findIndex((accounts) => accounts.has(account));
    const fewest = Math.min(...this.#places.map(({ size }) => size));
    const slot = own >= 0 ? own : this.#places.findIndex(({ size }) => size === fewest);
    const accounts = this.#places[slot] ?? new Map<string, number>();
    accounts.set(account, (accounts.get(account) ?? 0) + 1);
    return {
      slot,
      release: () => {
        const left = (accounts.get(account) ?? 0) - 1;
        if (left > 0) accounts.set(account, left);
        else accounts.delete(account);
      },
    };
  }
}
