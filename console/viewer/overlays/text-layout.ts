import type { TextStyle } from './overlay-style.ts';

interface TextLine {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
  /** em */
  readonly width: number;
}

export interface TextLayout {
  readonly lines: readonly TextLine[];
  /** Of the plate behind it, em. */
  readonly width: number;
  readonly height: number;
}

/** em */
export const LINE_HEIGHT = 1.25;
export const PADDING = 0.3;

const MOST_LINES = 100;

/** What has letters of a script that is written from right to left, before any of another (UAX 9, rules P2 and P3). */
const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Breaks a text into lines: at line ends, at spaces, and within words that are longer than a line, but never within what is
 * seen as one character.
 * @param wrap width of a line, em
 * @param widthOf width of a text, em
 */
export function layOutText(
  { text }: Pick<TextStyle, 'text'>,
  wrap: number,
  widthOf: (text: string) => number,
): TextLayout {
  const lines: TextLine[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    if (lines.length >= MOST_LINES) break;
    const direction = RIGHT_TO_LEFT.test(paragraph) ? 'rtl' : 'ltr';
    for (const line of breakLines(paragraph, wrap, widthOf).slice(0, MOST_LINES - lines.length)) {
      lines.push({ text: line, direction, width: widthOf(line) });
    }
  }
  return {
    lines,
    width: Math.max(...lines.map(({ width }) => width)) + 2 * PADDING,
    height: lines.length * LINE_HEIGHT,
  };
}

/** Measures each line a few times, not once for every character: long texts take browsers long to measure. */
function breakLines(paragraph: string, wrap: number, widthOf: (text: string) => number): string[] {
  // Words with the spaces behind them; characters of those that are too long.
  const pieces = (paragraph.match(/\s+|[^\s]+\s*/g) ?? []).flatMap((word) =>
    widthOf(word.trimEnd()) <= wrap ? [word] : Array.from(graphemes.segment(word), ({ segment }) => segment),
  );
  const lines: string[] = [];
  let from = 0;
  do {
    const lineTo = (to: number): string => {
      const line = pieces.slice(from, to).join('').trimEnd();
      return from === 0 ? line : line.trimStart();
    };
    let about = from;
    for (let width = 0; about < pieces.length && width <= wrap; about++)
      width += widthOf(pieces[about] ?? '');
    const to = lastFitting((end) => widthOf(lineTo(end)) <= wrap, {
      least: from + 1,
      most: pieces.length,
      about,
    });
    lines.push(lineTo(to));
    from = to;
  } while (from < pieces.length && lines.length < MOST_LINES);
  return lines;
}

/**
 * The greatest number that fits, where all below it do; the least is not asked about.
 * @param about where it may be looked for first
 */
function lastFitting(
  fits: (value: number) => boolean,
  { least, most, about }: { least: number; most: number; about: number },
): number {
  let [low, high] = [least, most + 1];
  let [isAbove, isBelow] = [false, false];
  let at = about;
  for (let step = 1; low + 1 < high; step *= 2) {
    at = Math.min(Math.max(at, low + 1), high - 1);
    if (fits(at)) [low, isAbove] = [at, true];
    else [high, isBelow] = [at, true];
    at = isAbove && isBelow ? (low + high) >> 1 : isAbove ? low + step : high - step;
  }
  return low;
}
