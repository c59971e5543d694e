import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The state of the source that a run tests. */
interface SourceState {
  /** Abbreviated name of the commit. */
  readonly commit: string;
  /** Whether there are uncommitted changes: then results are not kept. */
  readonly changed: boolean;
}

/** Names the state of the source in the outcome of a run. */
export const sourceName = ({ commit, changed }: SourceState): string =>
  changed ? `${commit} with changes` : commit;

export function sourceState(root: string): SourceState {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return { commit: git('rev-parse', '--short=7', 'HEAD'), changed: git('status', '--porcelain') !== '' };
}

/** Parses a note; one that a kill has cut off is ignored. */
const WHOLE_LINE = /^(.*)\t(.*);$/;

/**
 * The finished pieces of a long run, so that an interrupted run can continue: one file for each run and commit, in a
 * folder that git ignores.
 */
export class Progress {
  readonly #file: string | null;
  readonly #done = new Map<string, string>();

  constructor(folder: string, run: string, { commit, changed }: SourceState) {
    this.#file = changed ? null : path.join(folder, `${run.replaceAll(/\W/g, '-')}-${commit}.txt`);
    mkdirSync(folder, { recursive: true });
    if (this.#file === null || !existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const [, piece, outcome] = WHOLE_LINE.exec(line) ?? [];
      if (piece !== undefined && outcome !== undefined) this.#done.set(piece, outcome);
    }
  }

  /** The note about a piece, if there is one. */
  outcomeOf(piece: string): string | undefined {
    return this.#done.get(piece);
  }

  note(piece: string, outcome: string): void {
    this.#done.set(piece, outcome);
    if (this.#file !== null) appendFileSync(this.#file, `\n${piece}\t${outcome};`);
  }
}
