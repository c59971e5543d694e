import type { TextLook } from './overlay-look.ts';

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
  { text }: Pick<TextLook, 'text'>,
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

function breakLines(paragraph: string, wrap: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string): void => {
    if (line !== '' && widthOf((line + piece).trimEnd()) > wrap) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  };
  // A word with the spaces behind it.
  for (const word of paragraph.match(/\s+|[^\s]+\s*/g) ?? []) {
    if (widthOf(word.trimEnd()) <= wrap) add(word);
    else for (const { segment } of graphemes.segment(word)) add(segment);
  }
  return [...lines, line.trimEnd()];
}
