import type { Comparison, Section, Summary } from './measure.ts';

/** Three significant digits, without an exponent. */
const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(Math.abs(value) < 1 ? 2 : 3);

const spread = ({ median, min, max }: Summary): string => `${figure(median)} (${figure(min)}–${figure(max)})`;

const HEADINGS = ['measured', '', 'baseline', '', 'ratio'];

const cells = ({ name, unit, value, baseline, baselineValue, ratio }: Comparison): string[] => [
  name,
  `${spread(value)} ${unit}`,
  baseline,
  `${spread(baselineValue)} ${unit}`,
  `${spread(ratio)}×`,
];

/** A section as a table for a terminal. */
export function toTable({ title, conditions, comparisons }: Section): string {
  const rows = [HEADINGS, ...comparisons.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...conditions.map((condition) => `  ${condition}`), ...lines, ''].join('\n');
}
