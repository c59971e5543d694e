import {
  cornersOf,
  type Homography,
  inverse,
  multiply,
  project,
} from '../../../kernel/geometry/homography.ts';
import { signedArea } from '../../../kernel/geometry/quadrilateral.ts';
import { seededRandom } from '../../../kernel/random/seeded-random.ts';
import { NormalEquations } from '../alignment/normal-equations.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { type FeatureMatch, matchFeatures } from './feature-matches.ts';
import { type Features, findFeatures } from './features.ts';
import { affineOf, agreement, type Proposal, similarityOf, zoomOf } from './match-proposals.ts';
import type { View } from './view.ts';

const equations = new NormalEquations();

/** A place of the surface that features suggest, and how many of them. */
interface Redetection {
  readonly map: Homography;
  readonly matches: number;
}

const MOST_FEATURES = 700;
/** Similarities that are tried. */
const PROPOSALS = 500;
/** Where a similarity explains this share of the matches, the surface is about as slanted as in the view. */
const EXPLAINED_SHARE = 0.5;
/** Fewer features that agree are chance. */
const LEAST_MATCHES = 6;
/** Shares of the surface's side: by how much a match may be off a similarity, and how far pairs are apart. */
const REACH_SHARE = 0.06;
const LEAST_REACH_PIXELS = 3;
const BASELINE_SHARE = 0.12;
const REFINEMENTS = 6;
/** Pixels: the noise of a match, and the reach of the last refinement. */
const MATCH_NOISE = 1.5;
const LAST_REACH_PIXELS = 4;
/** Share of the side by which perspective may have changed since the view. */
const CHANGE_SHARE = 0.05;

const reachOf = (side: number, proposal: Proposal): number =>
  Math.max(LEAST_REACH_PIXELS, REACH_SHARE * side * zoomOf(proposal));

interface RedetectOptions {
  /** Whether the surface may be slanted otherwise than in a view. */
  readonly slanted: boolean;
  /** Where the surface is known to be, if it is looked for so many pixels from there. */
  readonly elsewhere?: { readonly map: Homography; readonly pixels: number };
}

/**
 * Finds the surface anywhere in what the pyramid holds by its features: for every view the similarity, determined by two matches, and the affine map,
 * determined by three, that most matches agree upon, and the homography near each. Few matches determine a similarity, but only while the
 * surface is as slanted as in the view.
 * @param a of the grid, half its width; its half height is 1 / a
 * @returns those that enough features agree with, most first
 */
export function redetect(
  pyramid: FramePyramid,
  views: readonly View[],
  a: number,
  options: RedetectOptions,
): Redetection[] {
  const found = findFeatures(pyramid, pyramid.region, MOST_FEATURES);
  return views.flatMap((view) => seenAs(view, found, a, options)).sort((p, q) => q.matches - p.matches);
}

function seenAs(
  view: View,
  found: Features,
  a: number,
  { slanted, elsewhere }: RedetectOptions,
): Redetection[] {
  const { map, features } = view;
  const known = elsewhere && { ...placesOf(view, elsewhere.map), pixels: elsewhere.pixels };
  const matches = matchFeatures(features, found, known);
  if (matches.length < LEAST_MATCHES) return [];
  const side = Math.sqrt(Math.abs(signedArea(cornersOf(map, a, 1 / a))));
  const random = seededRandom(matches.length);
  const any = (): FeatureMatch => matches[Math.floor(random() * matches.length)] as FeatureMatch;
  const baseline = BASELINE_SHARE * side;
  const redetections: Redetection[] = [];
  for (const propose of [
    () => similarityOf(features, found, [any(), any()], baseline),
    () => affineOf(features, found, [any(), any(), any()], baseline),
  ]) {
    let best: Proposal | null = null;
    let most = LEAST_MATCHES / 2;
    for (let i = 0; i < PROPOSALS; i++) {
      const proposal = propose();
      if (!proposal) continue;
      const score = agreement(features, found, matches, proposal, reachOf(side, proposal));
      if (score > most) [best, most] = [proposal, score];
    }
    const redetection = best && refined(map, features, found, matches, best, side, a);
    if (!redetection) continue;
    redetections.push(redetection);
    if (!slanted || redetection.matches > EXPLAINED_SHARE * matches.length) break;
  }
  return redetections;
}

/** Where a view's features are in a frame. */
function placesOf({ map, features }: View, inFrame: Homography): Pick<Features, 'x' | 'y'> {
  const [x, y] = [features.x.slice(), features.y.slice()];
  const moved = multiply(inFrame, inverse(map));
  const place = [0, 0];
  for (let i = 0; i < features.count; i++) {
    project(moved, x[i] as number, y[i] as number, place);
    [x[i], y[i]] = place as [number, number];
  }
  return { x, y };
}

/** The homography from the grid that fits the matches, drawn towards the proposal where they are few. */
function refined(
  view: Homography,
  from: Features,
  to: Features,
  matches: readonly FeatureMatch[],
  proposal: Proposal,
  side: number,
  a: number,
): Redetection | null {
  const { a: p, b: q, tx, c: r, d: s, ty } = proposal;
  const start = multiply(Float64Array.of(p, q, tx, r, s, ty, 0, 0, 1), view);
  const ofView = inverse(view);
  const zoom = zoomOf(proposal);
  const unit = (side * zoom) / 2;
  const [place, expected] = [
    [0, 0],
    [0, 0],
  ];
  let map = start;
  let agreed = 0;
  for (let round = 0; round < REFINEMENTS; round++) {
    const share = round / (REFINEMENTS - 1);
    const first = 1.5 * reachOf(side, proposal);
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
      const weight = (1 - off * off) ** 2 * (unit / MATCH_NOISE) ** 2;
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
