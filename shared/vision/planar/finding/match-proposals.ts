import type { FeatureMatch } from './feature-matches.ts';
import type { Features } from './features.ts';

/** A map of pixels (x, y) ↦ (a·x + b·y + tx, c·x + d·y + ty) that a few matches suggest. */
export interface Proposal {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

/** How far a feature's own direction (radians) and size (powers of 2) may be off. */
const DIRECTION_REACH = 0.6;
const SIZE_REACH = 1.3;
/** The greater stretch over the smaller one: a view shows a surface that much more slanted at most. */
const MOST_SQUEEZE = 4;

/** Factor of lengths, in the mean. */
export const zoomOf = ({ a, b, c, d }: Proposal): number => Math.sqrt(Math.abs(a * d - b * c));

/**
 * Turn, zoom and shift.
 * @param baseline pixels by which the two places must be apart
 */
export function similarityOf(
  from: Features,
  to: Features,
  [one, two]: readonly [FeatureMatch, FeatureMatch],
  baseline: number,
): Proposal | null {
  const [x, y] = [from.x[one.from] as number, from.y[one.from] as number];
  const [u, v] = [to.x[one.to] as number, to.y[one.to] as number];
  const [dx, dy] = [(from.x[two.from] as number) - x, (from.y[two.from] as number) - y];
  const [du, dv] = [(to.x[two.to] as number) - u, (to.y[two.to] as number) - v];
  const squared = dx * dx + dy * dy;
  if (squared < baseline * baseline) return null;
  const c = (dx * du + dy * dv) / squared;
  const s = (dx * dv - dy * du) / squared;
  const proposal = { a: c, b: -s, c: s, d: c, tx: u - c * x + s * y, ty: v - s * x - c * y };
  return fits(from, to, one, proposal) && fits(from, to, two, proposal) ? proposal : null;
}

/** @param baseline pixels: the triangle of the three places must have half the area of a square that wide */
export function affineOf(
  from: Features,
  to: Features,
  matches: readonly [FeatureMatch, FeatureMatch, FeatureMatch],
  baseline: number,
): Proposal | null {
  const [one, two, three] = matches;
  const [x, y] = [from.x[one.from] as number, from.y[one.from] as number];
  const [u, v] = [to.x[one.to] as number, to.y[one.to] as number];
  const [x2, y2] = [(from.x[two.from] as number) - x, (from.y[two.from] as number) - y];
  const [x3, y3] = [(from.x[three.from] as number) - x, (from.y[three.from] as number) - y];
  const area = x2 * y3 - x3 * y2;
  if (Math.abs(area) < baseline * baseline) return null;
  const [u2, v2] = [(to.x[two.to] as number) - u, (to.y[two.to] as number) - v];
  const [u3, v3] = [(to.x[three.to] as number) - u, (to.y[three.to] as number) - v];
  const a = (u2 * y3 - u3 * y2) / area;
  const b = (u3 * x2 - u2 * x3) / area;
  const c = (v2 * y3 - v3 * y2) / area;
  const d = (v3 * x2 - v2 * x3) / area;
  // Of a map that mirrors nothing; the ratio of its stretches follows from their squares' sum and their product.
  const determinant = a * d - b * c;
  if (!(a * a + b * b + c * c + d * d < (MOST_SQUEEZE + 1 / MOST_SQUEEZE) * determinant)) return null;
  const proposal = { a, b, c, d, tx: u - a * x - b * y, ty: v - c * x - d * y };
  return matches.every((match) => fits(from, to, match, proposal)) ? proposal : null;
}

/** Whether a feature is turned and zoomed as a proposal does it. */
function fits(from: Features, to: Features, match: FeatureMatch, proposal: Proposal): boolean {
  const angle = from.angle[match.from] as number;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const turned = Math.atan2(proposal.c * x + proposal.d * y, proposal.a * x + proposal.b * y);
  const off = (to.angle[match.to] as number) - turned;
  if (Math.abs(Math.atan2(Math.sin(off), Math.cos(off))) > DIRECTION_REACH) return false;
  const size = Math.log2((to.size[match.to] as number) / (from.size[match.from] as number));
  return Math.abs(Math.log2(zoomOf(proposal)) - size) < SIZE_REACH;
}

/** How many matches a proposal explains, each counted by how well. */
export function agreement(
  from: Features,
  to: Features,
  matches: readonly FeatureMatch[],
  { a, b, c, d, tx, ty }: Proposal,
  reach: number,
): number {
  let sum = 0;
  for (const match of matches) {
    const [x, y] = [from.x[match.from] as number, from.y[match.from] as number];
    const dx = a * x + b * y + tx - (to.x[match.to] as number);
    const dy = c * x + d * y + ty - (to.y[match.to] as number);
    sum += Math.max(0, 1 - (dx * dx + dy * dy) / (reach * reach));
  }
  return sum;
}
