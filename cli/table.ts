import { printable } from './printable.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
}

const GAP = '  ';

const lengthOf = (text: string): number => [...text].length;

/** Rows in aligned columns under their titles. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => printable(cell(row))));
  const lines = [columns.map(({ title }) => title), ...cells];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => lengthOf(line[i] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, i) => {
          const padding = ' '.repeat((widths[i] ?? 0) - lengthOf(cell));
          return columns[i]?.align === 'right' ? padding + cell : cell + padding;
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one pair a line, the values aligned. */
export function fields(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(value)}`).join('\n');
}
