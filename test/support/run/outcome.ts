/** What Vitest's JSON reporter says of a run, as far as it is used here. */
export interface Report {
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string;
    readonly status: string;
    /** Why the file failed before its tests. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly tags?: readonly string[];
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  /** A line or more for each failure: file, test, and the error with the beginning of its stack. */
  readonly failures: readonly string[];
}

const MOST_LINES_OF_AN_ERROR = 12;

/**
 * Counts the tests of a run. One that the run leaves to the long run, or a long run to the usual one, is not counted; a
 * file that fails without a test that does counts as one failure. A run that left no report has failed.
 */
export function outcomeOf(report: Report | null, isLong: boolean): Outcome {
  if (report === null) return { passed: 0, skipped: 0, failures: ['A run left no report.'] };
  let [passed, skipped] = [0, 0];
  const failures: string[] = [];
  for (const { name, status, message = '', assertionResults } of report.testResults) {
    const failuresBefore = failures.length;
    for (const { fullName, status: ending, tags = [], failureMessages } of assertionResults) {
      if (ending === 'passed') passed++;
      else if (ending === 'failed') failures.push(failureText(name, fullName, failureMessages?.[0]));
      else if (isChosen(tags, isLong)) skipped++;
    }
    if (status === 'failed' && failures.length === failuresBefore)
      failures.push(failureText(name, 'the file', message));
  }
  return { passed, skipped, failures };
}

const failureText = (file: string, test: string, error = ''): string =>
  [`${file}: ${test}`, ...error.split('\n').slice(0, MOST_LINES_OF_AN_ERROR)].join('\n    ').trimEnd();

const isChosen = (tags: readonly string[], isLong: boolean): boolean =>
  isLong ? tags.some((tag) => tag === 'long' || tag === 'sampled') : !tags.includes('long');
