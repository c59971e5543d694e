import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { printable, printableLines } from './printable.ts';
import { type Output, ProgressBar } from './progress-bar.ts';
import { type Column, table } from './table.ts';

type Format = Parameters<typeof styleText>[0];

/** Progress of one piece of work. */
interface Progress {
  /** @param fraction in [0, 1] */
  update(fraction: number, note?: string): void;
  /** Replaces the bar by a final line. */
  done(summary: string): void;
  /** Removes the bar. */
  stop(): void;
}

/**
 * Results go to `stdout`; progress, hints and errors to `stderr`, so that results can be piped. All text is made
 * printable first, so that none of it can control the terminal.
 */
export class Terminal {
  readonly #stdout: Output;
  readonly #stderr: Output;
  #bar: ProgressBar | null = null;

  constructor(stdout: Output, stderr: Output) {
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** Rows in columns that fit into the lines of the output; where it is no terminal, lines have any length. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
    return table(rows, columns, this.#stdout.isTTY ? this.#stdout.columns : undefined);
  }

  print(text: string): void {
    this.#write(this.#stdout, printableLines(text));
  }

  /** A highlighted line; coloured only where `stdout` is a terminal and NO_COLOR is not set. */
  heading(text: string): void {
    this.#write(this.#stdout, this.#styled('bold', printable(text), this.#stdout));
  }

  note(text: string): void {
    this.#write(this.#stderr, printableLines(text));
  }

  progress(label: string): Progress {
    this.#bar?.stop();
    const bar = new ProgressBar(this.#stderr, printable(label), (format, text) =>
      this.#styled(format, text, this.#stderr),
    );
    this.#bar = bar;
    return {
      update: (fraction, note = '') => bar.update(fraction, printable(note)),
      done: (summary) => {
        bar.stop();
        this.#write(this.#stderr, `${this.#styled('green', '✓', this.#stderr)} ${printable(summary)}`);
      },
      stop: () => bar.stop(),
    };
  }

  #write(stream: Output, text: string): void {
    this.#bar?.clear();
    stream.write(`${text}\n`);
  }

  #styled(format: Format, text: string, stream: Output): string {
    return styleText(format, text, { stream: stream as NodeJS.WriteStream });
  }
}

/** Asks on the terminal for a line. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  return await lines.question(`${printable(question)} `, { signal });
}

/** Asks on the terminal; anything but a yes means no. */
export const confirm = async (question: string, signal: AbortSignal): Promise<boolean> =>
  /^y(es)?$/i.test(await ask(`${question} [y/N]`, signal));

/** Asks on the terminal for a line that is not shown while it is typed. */
export async function askHidden(question: string, signal: AbortSignal): Promise<string> {
  const nowhere = new Writable({ write: (_, __, done) => done() });
  using lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The terminal leaves Ctrl-C to whoever reads its keys.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Only now: text typed immediately is not shown, either.
  process.stderr.write(`${printable(question)}: `);
  try {
    return await lines.question('', { signal });
  } finally {
    process.stderr.write('\n');
  }
}
