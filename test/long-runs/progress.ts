import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The state of the source that a run is about. */
export interface SourceState {
  /** Abbreviated name of the commit. */
  readonly commit: string;
  /** Whether there is more than the commit: then nothing that was found holds for another time. */
  readonly changed: boolean;
}

/** How the outcome of a run names what it was found on. */
export const sourceName = ({ commit, changed }: SourceState): string =>
  changed ? `${commit} with changes` : commit;

export function sourceState(root: string): SourceState {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return { commit: git('rev-parse', '--short=7', 'HEAD'), changed: git('status', '--porcelain') !== '' };
}

/** What a kill has cut off is no note. */
const WHOLE_LINE = /^(.*)\t(.*);$/;

/**
 * The pieces of a long run that are done, so that it can be broken off and gone on with: one file a run and commit, in
 * a folder that git ignores.
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

  /** What was noted of a piece; undefined where nothing was. */
  outcomeOf(piece: string): string | undefined {
    return this.#done.get(piece);
  }

  note(piece: string, outcome: string): void {
    this.#done.set(piece, outcome);
    if (this.#file !== null) appendFileSync(this.#file, `\n${piece}\t${outcome};`);
  }
}
