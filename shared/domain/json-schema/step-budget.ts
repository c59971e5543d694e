import { invalidAt, type Path } from '../json/path.ts';

/**
 * What reading schemas and checking values against them may cost. A step is about what it takes to look at one
 * keyword; whatever takes longer the larger its input is spends more, and spends it beforehand.
 */
export class StepBudget {
  readonly #max: number;
  #spent = 0;
  /** What the steps go into at the moment, for the error. */
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
