/** One thing that may be chosen: what is known of it, and whether it is what should be chosen. */
export interface Option {
  readonly inputs: readonly number[];
  readonly right: boolean;
}

/** Options of which at most one is right; choosing none of them is an option of utility 0. */
export interface Choice {
  readonly options: readonly Option[];
  /** How much this choice counts. */
  readonly weight: number;
}

/** Strength of the pull towards zero. */
const RIDGE = 1;
const ITERATIONS = 25;

/**
 * The coefficients under which the right options are likeliest, when an option is chosen with a probability in
 * proportion to exp(coefficients · inputs) (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974):
 * Newton's method on the penalised likelihood, which is concave.
 */
export function conditionalLogit(choices: readonly Choice[], size: number): number[] {
  let solution = new Array<number>(size).fill(0);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = solution.map((value) => -RIDGE * value);
    const information = solution.map((_, i) => solution.map((_, j) => (i === j ? RIDGE : 0)));
    for (const choice of choices) addChoice(choice, solution, gradient, information);
    const step = solve(information, gradient);
    solution = solution.map((value, i) => value + (step[i] ?? 0));
  }
  return solution;
}

/** Adds the gradient of the log-likelihood and its negative Hessian, the covariance of the inputs. */
function addChoice(
  { options, weight }: Choice,
  solution: readonly number[],
  gradient: number[],
  information: number[][],
): void {
  const utilities = options.map(({ inputs }) =>
    inputs.reduce((sum, input, i) => sum + input * (solution[i] ?? 0), 0),
  );
  const highest = Math.max(0, ...utilities);
  const shares = utilities.map((utility) => Math.exp(utility - highest));
  const total = shares.reduce((sum, share) => sum + share, Math.exp(-highest));
  const mean = solution.map((_, i) =>
    options.reduce((sum, { inputs }, k) => sum + ((shares[k] ?? 0) / total) * (inputs[i] ?? 0), 0),
  );
  gradient.forEach((value, i) => {
    const right = options.reduce((sum, option) => sum + (option.right ? (option.inputs[i] ?? 0) : 0), 0);
    gradient[i] = value + weight * (right - (mean[i] ?? 0));
  });
  information.forEach((row, i) => {
    row.forEach((value, j) => {
      const square = options.reduce(
        (sum, { inputs }, k) => sum + ((shares[k] ?? 0) / total) * (inputs[i] ?? 0) * (inputs[j] ?? 0),
        0,
      );
      row[j] = value + weight * (square - (mean[i] ?? 0) * (mean[j] ?? 0));
    });
  });
}

/** Gaussian elimination without pivoting, which a positive definite matrix does not need. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  rows.forEach((pivot, i) => {
    const scale = pivot[i] ?? 1;
    for (let k = i; k < pivot.length; k++) pivot[k] = (pivot[k] ?? 0) / scale;
    rows.forEach((row, r) => {
      const factor = row[i] ?? 0;
      if (r !== i) for (let k = i; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    });
  });
  return rows.map((row) => row.at(-1) ?? 0);
}
