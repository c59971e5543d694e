import { clipped, visibleLength } from './format.ts';
import { printable } from './printable.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** What is done where the terminal is too narrow: its texts are cut, or the column is left out. Ids are never cut. */
  readonly narrow?: 'cut' | 'drop';
}

/** A column with its texts as they are printed, the title first. */
interface Printed extends Pick<Column<never>, 'title' | 'align' | 'narrow'> {
  readonly texts: readonly string[];
  readonly width: number;
}

const GAP = '  ';

/** Texts are not cut to less, or to less than their title. */
const LEAST_WIDTH = 8;

/**
 * Rows in aligned columns under their titles.
 * @param room characters that a line has room for, as far as columns may be cut and left out; default: any number
 */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  room = Number.POSITIVE_INFINITY,
): string {
  const printed = columns.map(({ cell, ...column }): Printed => {
    const texts = [column.title, ...rows.map((row) => printable(cell(row)))];
    return { ...column, texts, width: Math.max(...texts.map(visibleLength)) };
  });
  const shown = fitted(printed, room);
  const lines = [undefined, ...rows].map((_, line) => lineOf(shown, line)).join('\n');
  const dropped = printed.filter(({ title }) => !shown.some((column) => column.title === title));
  if (dropped.length === 0) return lines;
  return `${lines}\nLeft out here: ${dropped.map(({ title }) => title).join(', ')} (--json has all).`;
}

const lineOf = (columns: readonly Printed[], line: number): string =>
  columns
    .map(({ texts, width, align }) => {
      const text = clipped(texts[line] ?? '', width);
      const padding = ' '.repeat(width - visibleLength(text));
      return align === 'right' ? padding + text : text + padding;
    })
    .join(GAP)
    .trimEnd();

const lineLength = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));

/** The columns that a line has room for, as wide as it has room. */
function fitted(columns: readonly Printed[], room: number): Printed[] {
  const least = ({ narrow, width, title }: Printed): number =>
    narrow === 'cut' ? Math.min(width, Math.max(title.length, LEAST_WIDTH)) : width;
  let kept = [...columns];
  while (lineLength(kept.map(least)) > room) {
    const last = kept.findLast(({ narrow }) => narrow === 'drop');
    if (last === undefined) break;
    kept = kept.filter((column) => column !== last);
  }
  // Those that may be cut get the same width, but for those that need less.
  const cut = kept.filter(({ narrow }) => narrow === 'cut').sort((a, b) => a.width - b.width);
  let left = room - lineLength(kept.map(({ narrow, width }) => (narrow === 'cut' ? 0 : width)));
  const widths = new Map<Printed, number>();
  cut.forEach((column, i) => {
    const width = Math.max(least(column), Math.min(column.width, Math.floor(left / (cut.length - i))));
    widths.set(column, width);
    left -= width;
  });
  return kept.map((column) => ({ ...column, width: widths.get(column) ?? column.width }));
}

/** Names and values, one pair a line, the values aligned. */
export function fields(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(value)}`).join('\n');
}
