import { styleText } from 'node:util';
import { ProgressBar } from './progress-bar.ts';

type Format = Parameters<typeof styleText>[0];

/** A stream of text, perhaps a terminal. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Progress of one piece of work. */
export interface Progress {
  /** @param fraction in [0, 1] */
  update(fraction: number, note?: string): void;
  /** Ends with a line that stays. */
  done(summary: string): void;
  /** Ends without one. */
  stop(): void;
}

/** Results go to `stdout`; progress, hints and errors to `stderr`, so that results can be piped. */
export class Terminal {
  readonly #stdout: Output;
  readonly #stderr: Output;
  #bar: ProgressBar | null = null;

  constructor(stdout: Output, stderr: Output) {
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  print(text: string): void {
    this.#bar?.clear();
    this.#stdout.write(`${text}\n`);
  }

  note(text: string): void {
    this.#bar?.clear();
    this.#stderr.write(`${text}\n`);
  }

  progress(label: string): Progress {
    this.#bar?.stop();
    const bar = new ProgressBar(this.#stderr, label, (format, text) =>
      this.#styled(format, text, this.#stderr),
    );
    this.#bar = bar;
    return {
      update: (fraction, note) => bar.update(fraction, note),
      done: (summary) => {
        bar.stop();
        this.note(`${this.#styled('green', '✓', this.#stderr)} ${summary}`);
      },
      stop: () => bar.stop(),
    };
  }

  /** Styles text that is to be printed; colours only where `stdout` is a terminal and NO_COLOR is not set. */
  readonly style = (format: Format, text: string): string => this.#styled(format, text, this.#stdout);

  #styled(format: Format, text: string, stream: Output): string {
    return styleText(format, text, { stream: stream as NodeJS.WriteStream });
  }
}
