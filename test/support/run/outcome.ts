/** What Vitest's JSON reporter says of a run, as far as it is used here. */
export interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly tags?: readonly string[] }[];
  }[];
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Counts the tests of a run. One that the run leaves to the long run, or a long run to the usual one, is not counted; a
 * file that fails without a test that does counts as one. A run that left no report has failed.
 */
export function outcomeOf(report: Report | null, isLong: boolean): Outcome {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { status, assertionResults } of report.testResults) {
    const failedBefore = failed;
    for (const { status: ending, tags = [] } of assertionResults) {
      if (ending === 'passed') passed++;
      else if (ending === 'failed') failed++;
      else if (isChosen(tags, isLong)) skipped++;
    }
    if (status === 'failed' && failed === failedBefore) failed++;
  }
  return { passed, failed, skipped };
}

const isChosen = (tags: readonly string[], isLong: boolean): boolean =>
  isLong ? tags.some((tag) => tag === 'long' || tag === 'sampled') : !tags.includes('long');
