import { type Box, iou } from '../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { assign } from '../../shared/vision/tracking/assignment.ts';
import { byFrame, type MotRow } from './mot-file.ts';
import { annotated, type Sequence } from './sequence.ts';
import { normal, type Random } from './simulation.ts';

/** Classes 1 and 2 are taken for each other (car and truck), and so are 3 and 4 (cat and dog). */
const CLASSES = 4;
const twin = (category: number): number => ((category - 1) ^ 1) + 1;

/** What a detector calls one object. */
interface Naming {
  readonly category: number;
  /** Chance in [0, 1] that the twin is named, redrawn once in `NAMED_SECONDS`. */
  readonly wavering: number;
  /** Chance in [0, 1] that a frame names both, in two boxes: suppression within each class leaves both. */
  readonly both: number;
  /** From this frame on the twin is meant: a van looks like a car from afar and like a lorry from near. */
  readonly turns: number;
}

const NAMED_SECONDS = 0.3;
/** A detector names something else altogether. */
const WRONG = 0.02;

/**
 * The sequence with a class for each detection. Every object has its own; two in five waver between it and its twin
 * and are now and then reported as both, one in five turns into its twin for good.
 */
export function withClasses(sequence: Sequence, seed: number): Sequence {
  const random = seededRandom(seed);
  const any = (): number => 1 + Math.floor(CLASSES * random());
  const namings = new Map<number, Naming>();
  for (const [id, rows] of Map.groupBy(annotated(sequence), (row) => row.id)) {
    const unsure = random() < 0.4;
    const middle = rows[Math.floor(rows.length * (0.3 + 0.4 * random()))]?.frame ?? 0;
    const turns = random() < 0.2 ? middle : Number.POSITIVE_INFINITY;
    namings.set(id, { category: any(), wavering: unsure ? 0.3 : 0, both: unsure ? 0.3 : 0, turns });
  }
  const moods = new Map<string, boolean>();
  const wavers = (id: number, frame: number, chance: number): boolean => {
    const key = `${id}/${Math.floor(frame / (NAMED_SECONDS * sequence.fps))}`;
    const mood = moods.get(key) ?? random() < chance;
    moods.set(key, mood);
    return mood;
  };
  const detections = objectsOf(sequence).flatMap(([row, id]): MotRow[] => {
    const naming = namings.get(id ?? Number.NaN);
    if (!naming || id === undefined || random() < WRONG) return [{ ...row, category: any() }];
    const { category, wavering, both, turns } = naming;
    const meant = row.frame >= turns ? twin(category) : category;
    const named = wavers(id, row.frame, wavering) ? twin(meant) : meant;
    const one = { ...row, category: named };
    if (random() >= both) return [one];
    const box = jittered(row.box, 0.01, random);
    return [one, { ...row, box, confidence: 0.8 * row.confidence, category: twin(named) }];
  });
  return { ...sequence, name: `${sequence.name}, four classes`, detections };
}

/** Seconds for which a part of an object is reported beside the whole. */
const PART_SECONDS = { least: 1, most: 4 };

/**
 * The sequence with a second box on one object in five, for seconds: its upper or lower part, or one around it, of a score
 * that is mostly below the object's own.
 */
export function withParts(sequence: Sequence, seed: number): Sequence {
  const random = seededRandom(seed);
  const extra: MotRow[] = [];
  for (const [id, rows] of Map.groupBy(objectsOf(sequence), ([, object]) => object)) {
    const seconds = PART_SECONDS.least + (PART_SECONDS.most - PART_SECONDS.least) * random();
    const start = Math.floor(random() * rows.length);
    const share = random() < 0.7 ? 0.45 + 0.4 * random() : 1.2 + 0.2 * random();
    const lower = random() < 0.3;
    const level = 0.4 + 0.5 * random();
    if (id === undefined || random() >= 0.2) continue;
    const first = rows[start]?.[0].frame ?? 0;
    for (const [row] of rows) {
      if (row.frame < first || row.frame > first + seconds * sequence.fps) continue;
      const { x, y, width, height } = row.box;
      const across = share > 1 ? share : 0.6 + 0.4 * share;
      const part = {
        x: x + ((1 - across) * width) / 2,
        y: share > 1 ? y + ((1 - share) * height) / 2 : y + (lower ? (1 - share) * height : 0),
        width: across * width,
        height: share * height,
      };
      const confidence = Math.min(0.95, Math.max(0.05, level + 0.12 * normal(random)));
      extra.push({ ...row, box: jittered(part, 0.015, random), confidence });
    }
  }
  const detections = [...sequence.detections, ...extra].sort((a, b) => a.frame - b.frame);
  return { ...sequence, name: `${sequence.name}, parts of objects`, detections };
}

/** Every detection with the true object that it shows, if any. */
function objectsOf(sequence: Sequence): [MotRow, number | undefined][] {
  const truth = byFrame(annotated(sequence));
  return [...byFrame(sequence.detections)].flatMap(([frame, detections]) => {
    const objects = truth.get(frame) ?? [];
    const candidates = objects.flatMap((object, row) =>
      detections.map(({ box }, column) => ({ row, column, weight: iou(object.box, box) - 0.5 })),
    );
    const shown = new Map<number, number>();
    assign(objects.length, detections.length, candidates).forEach((column, row) => {
      const object = objects[row];
      if (object && column >= 0) shown.set(column, object.id);
    });
    return detections.map((row, column): [MotRow, number | undefined] => [row, shown.get(column)]);
  });
}

function jittered({ x, y, width, height }: Box, share: number, random: Random): Box {
  const by = (): number => share * height * normal(random);
  return { x: x + by(), y: y + by(), width: Math.max(2, width + by()), height: Math.max(2, height + by()) };
}

/** How often, and for how long, a box takes in what is beside the object. */
const SPANS = { perSecond: 0.1, seconds: 0.25 };

/** The sequence with boxes that grow sideways by half to once their width, about once in ten seconds of every object. */
export function withSpans(sequence: Sequence, seed: number): Sequence {
  const random = seededRandom(seed);
  const spans = new Map<number, { until: number; side: number }>();
  const detections = objectsOf(sequence).map(([row, id]) => {
    if (id === undefined) return row;
    if (random() < SPANS.perSecond / sequence.fps) {
      const side = (random() < 0.5 ? -1 : 1) * (0.5 + 0.5 * random());
      spans.set(id, { until: row.frame + SPANS.seconds * sequence.fps, side });
    }
    const span = spans.get(id);
    if (!span || row.frame > span.until) return row;
    const { x, width } = row.box;
    const added = Math.abs(span.side) * width;
    return { ...row, box: { ...row.box, x: span.side < 0 ? x - added : x, width: width + added } };
  });
  return { ...sequence, name: `${sequence.name}, boxes that span two`, detections };
}
