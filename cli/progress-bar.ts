const WIDTH = 28;
/** Percent between two lines where the output is not a terminal. */
const LINE_STEP_PERCENT = 25;
const CLEAR_LINE = '\r\x1b[2K';

/** A text stream, possibly a terminal. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

type Styler = (format: 'cyan' | 'gray', text: string) => string;

/** A bar that is redrawn in place on a terminal; elsewhere a line every few percent. */
export class ProgressBar {
  readonly #output: Output;
  readonly #label: string;
  readonly #style: Styler;
  #drawn = '';
  #reported = -1;

  constructor(output: Output, label: string, style: Styler) {
    this.#output = output;
    this.#label = label;
    this.#style = style;
  }

  /** @param fraction in [0, 1] */
  update(fraction: number, note = ''): void {
    const percent = Math.floor(Math.max(0, Math.min(fraction, 1)) * 100);
    if (this.#output.isTTY) this.#draw(percent, note);
    else this.#report(percent, note);
  }

  /** Removes the bar until the next update. */
  clear(): void {
    if (this.#drawn !== '') this.#output.write(CLEAR_LINE);
    this.#drawn = '';
  }

  stop(): void {
    this.clear();
    this.#reported = 100;
  }

  #draw(percent: number, note: string): void {
    const filled = Math.round((percent / 100) * WIDTH);
    const number = `${String(percent).padStart(3)} %`;
    const used = this.#label.length + WIDTH + number.length + 3;
    const room = Math.max(0, (this.#output.columns ?? 80) - used - 1);
    const bar = this.#style('cyan', '━'.repeat(filled)) + this.#style('gray', '─'.repeat(WIDTH - filled));
    const line = `${this.#label} ${bar} ${number} ${note.slice(0, room)}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#output.write(CLEAR_LINE + line);
  }

  #report(percent: number, note: string): void {
    const step = Math.floor(percent / LINE_STEP_PERCENT) * LINE_STEP_PERCENT;
    if (step <= this.#reported) return;
    this.#reported = step;
    this.#output.write(`${[`${this.#label.trim()} ${percent} %`, note].filter(Boolean).join(', ')}\n`);
  }
}
