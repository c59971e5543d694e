import { invalidAt, type Path } from '../json/path.ts';

/**
 * The budget for reading schemas and checking values against them. A step is about the time of one keyword. Work that
 * grows with its input spends steps in proportion, before it starts.
 */
export class StepBudget {
  readonly #max: number;
  #spent = 0;
  /** The document being read or checked, for the error. */
  at: Path = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws ApiError `INVALID_PARAMETER` when the budget is used up */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent <= this.#max) return;
    throw invalidAt(this.at, 'takes too many steps to check', {
      max: this.#max,
      provided: Math.ceil(this.#spent),
    });
  }
}
