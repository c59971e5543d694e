import { cornersOf, type Homography, inverse, multiply, project } from '../../kernel/geometry/homography.ts';
import { seededRandom } from '../../kernel/random/seeded-random.ts';
import { type FeatureMatch, matchFeatures } from './feature-matches.ts';
import { type Features, findFeatures } from './features.ts';
import type { FramePyramid, Region } from './frame-pyramid.ts';
import { NormalEquations } from './normal-equations.ts';
import { signedArea } from './quadrilateral.ts';
import type { View } from './view.ts';

/** A place of the surface that features suggest, and how many of them. */
export interface Redetection {
  readonly map: Homography;
  readonly matches: number;
}

const MOST_FEATURES = 700;
/** Similarities that are tried. */
const PROPOSALS = 500;
/** Fewer features that agree are chance. */
const LEAST_MATCHES = 6;
/** Shares of the surface's side: by how much a match may be off a similarity, and how far pairs are apart. */
const REACH_SHARE = 0.06;
const LEAST_REACH_PIXELS = 3;
const BASELINE_SHARE = 0.12;
/** How far a feature's own direction (radians) and size (powers of 2) may be off. */
const DIRECTION_REACH = 0.6;
const SIZE_REACH = 1.3;
const REFINEMENTS = 6;
/** Pixels: the noise of a match, and the reach of the last refinement. */
const MATCH_NOISE = 1.5;
const LAST_REACH_PIXELS = 4;
/** Share of the side by which perspective may have changed since the view. */
const CHANGE_SHARE = 0.05;

/**
 * Finds the surface anywhere in a region by its features: the similarity that most matches with one view agree upon, then the
 * homography near it. A similarity is told by two matches, so that few are enough; the view gives the perspective.
 * @param a of the grid, half its width; its half height is 1 / a
 * @param away pixels by which features must have moved since the view
 */
export function redetect(
  pyramid: FramePyramid,
  views: readonly View[],
  region: Region,
  a: number,
  away = 0,
): Redetection | null {
  const found = findFeatures(pyramid, region, MOST_FEATURES);
  let best: Redetection | null = null;
  for (const view of views) {
    const next = seenAs(view, found, a, away);
    if (next && next.matches > (best?.matches ?? 0)) best = next;
  }
  return best;
}

function seenAs({ map, features }: View, found: Features, a: number, away: number): Redetection | null {
  const matches = matchFeatures(features, found, away);
  if (matches.length < LEAST_MATCHES) return null;
  const side = Math.sqrt(Math.abs(signedArea(cornersOf(map, a, 1 / a))));
  const random = seededRandom(matches.length);
  let best: Similarity | null = null;
  let most = 0;
  for (let i = 0; i < PROPOSALS; i++) {
    const one = matches[Math.floor(random() * matches.length)] as FeatureMatch;
    const two = matches[Math.floor(random() * matches.length)] as FeatureMatch;
    const proposal = similarityOf(features, found, one, two, BASELINE_SHARE * side);
    if (!proposal) continue;
    const score = agreement(features, found, matches, proposal, reachOf(side, proposal));
    if (score > most) [best, most] = [proposal, score];
  }
  if (!best || most < LEAST_MATCHES / 2) return null;
  return refined(map, features, found, matches, best, side, a);
}

/** Turn and zoom p ↦ (c·x − s·y + tx, s·x + c·y + ty). */
interface Similarity {
  readonly c: number;
  readonly s: number;
  readonly tx: number;
  readonly ty: number;
}

const zoomOf = ({ c, s }: Similarity): number => Math.sqrt(c * c + s * s);
const reachOf = (side: number, similarity: Similarity): number =>
  Math.max(LEAST_REACH_PIXELS, REACH_SHARE * side * zoomOf(similarity));

function similarityOf(
  from: Features,
  to: Features,
  one: FeatureMatch,
  two: FeatureMatch,
  baseline: number,
): Similarity | null {
  const [x, y] = [from.x[one.from] as number, from.y[one.from] as number];
  const [u, v] = [to.x[one.to] as number, to.y[one.to] as number];
  const [dx, dy] = [(from.x[two.from] as number) - x, (from.y[two.from] as number) - y];
  const [du, dv] = [(to.x[two.to] as number) - u, (to.y[two.to] as number) - v];
  const squared = dx * dx + dy * dy;
  if (squared < baseline * baseline) return null;
  const c = (dx * du + dy * dv) / squared;
  const s = (dx * dv - dy * du) / squared;
  const turn = Math.atan2(s, c);
  const zoom = Math.log2(Math.sqrt(c * c + s * s));
  for (const match of [one, two]) {
    const off = (to.angle[match.to] as number) - (from.angle[match.from] as number) - turn;
    if (Math.abs(Math.atan2(Math.sin(off), Math.cos(off))) > DIRECTION_REACH) return null;
    const size = Math.log2((to.size[match.to] as number) / (from.size[match.from] as number));
    if (!(Math.abs(zoom - size) < SIZE_REACH)) return null;
  }
  return { c, s, tx: u - c * x + s * y, ty: v - s * x - c * y };
}

function agreement(
  from: Features,
  to: Features,
  matches: readonly FeatureMatch[],
  { c, s, tx, ty }: Similarity,
  reach: number,
): number {
  let sum = 0;
  for (const match of matches) {
    const [x, y] = [from.x[match.from] as number, from.y[match.from] as number];
    const dx = c * x - s * y + tx - (to.x[match.to] as number);
    const dy = s * x + c * y + ty - (to.y[match.to] as number);
    sum += Math.max(0, 1 - (dx * dx + dy * dy) / (reach * reach));
  }
  return sum;
}

const equations = new NormalEquations();

/** The homography from the grid that fits the matches, drawn towards the similarity where they are few. */
function refined(
  view: Homography,
  from: Features,
  to: Features,
  matches: readonly FeatureMatch[],
  { c, s, tx, ty }: Similarity,
  side: number,
  a: number,
): Redetection | null {
  const start = multiply(Float64Array.of(c, -s, tx, s, c, ty, 0, 0, 1), view);
  const ofView = inverse(view);
  const zoom = Math.hypot(c, s);
  const unit = (side * zoom) / 2;
  const [place, expected] = [
    [0, 0],
    [0, 0],
  ];
  let map = start;
  let agreed = 0;
  for (let round = 0; round < REFINEMENTS; round++) {
    const share = round / (REFINEMENTS - 1);
    const first = Math.max(LEAST_REACH_PIXELS, REACH_SHARE * side * zoom) * 1.5;
    const reach = first * (LAST_REACH_PIXELS / first) ** share;
    const back = inverse(map);
    equations.reset();
    agreed = 0;
    for (const match of matches) {
      project(ofView, from.x[match.from] as number, from.y[match.from] as number, place);
      project(back, to.x[match.to] as number, to.y[match.to] as number, expected);
      const [x = 0, y = 0] = place;
      const [dx, dy] = [(expected[0] as number) - x, (expected[1] as number) - y];
      const off = (Math.sqrt(dx * dx + dy * dy) * unit) / reach;
      if (!(off < 1)) continue;
      agreed++;
      const weight = ((1 - off * off) ** 2 * (unit / MATCH_NOISE) ** 2) as number;
      equations.add(x, y, weight, 1, 0, 1, dx, dy);
    }
    for (let corner = 0; corner < 4; corner++) {
      const x = corner === 1 || corner === 2 ? a : -a;
      const y = (corner >= 2 ? 1 : -1) / a;
      project(start, x, y, expected);
      project(back, expected[0] as number, expected[1] as number, expected);
      const [dx, dy] = [(expected[0] as number) - x, (expected[1] as number) - y];
      if (Number.isFinite(dx + dy)) equations.add(x, y, (1 / (2 * CHANGE_SHARE)) ** 2, 1, 0, 1, dx, dy);
    }
    const change = equations.solve();
    if (!change) return null;
    map = multiply(map, change);
  }
  return agreed >= LEAST_MATCHES && map.every(Number.isFinite) ? { map, matches: agreed } : null;
}
