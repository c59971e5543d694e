import type { Point } from '../../../shared/kernel/geometry/polygon.ts';

/*
 * Reading of configs, which hold anything: a value of the wrong kind counts as missing, a number beyond what can be drawn as
 * the nearest that can.
 */

type Members = Readonly<Record<string, unknown>>;

/** How far from the picture something may be, in fractions of it. */
const FARTHEST = 10;
/** How often a length may be that of the picture. */
export const LONGEST_SHARE = 10;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function numberIn(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : null;
}

export const share = (value: unknown): number | null =>
  typeof value === 'number' && value < 0 ? null : numberIn(value, 0, LONGEST_SHARE);

/** A place along one axis, fractions. */
export const place = (value: unknown): number | null => numberIn(value, -FARTHEST, FARTHEST + 1);

export function pointOf(value: unknown): Point | null {
  if (!isMembers(value)) return null;
  const [x, y] = [place(value.x), place(value.y)];
  return x === null || y === null ? null : { x, y };
}

const COLOUR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A colour as canvases take it; names and functions of CSS are none. */
export const colourOf = (value: unknown): string | null =>
  typeof value === 'string' && COLOUR.test(value) ? value : null;

export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | null =>
  values.find((known) => known === value) ?? null;
