import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { byFrame, type MotRow } from './mot-file.ts';
import type { Sequence } from './sequence.ts';
import { drift, logOdds, normal, sigmoid } from './simulation.ts';

/** The sequence with this share of its boxes reported twice, the second time with nearly the same box and a lower score. */
export function withRepeats(sequence: Sequence, share: number, seed: number): Sequence {
  const random = seededRandom(seed);
  const detections = sequence.detections.flatMap((row): MotRow[] => {
    if (random() >= share) return [row];
    const by = (): number => 0.01 * row.box.height * normal(random);
    const box = { ...row.box, x: row.box.x + by(), y: row.box.y + by() };
    return [row, { ...row, box, confidence: row.confidence * (0.8 + 0.2 * random()) }];
  });
  return { ...sequence, name: `${sequence.name}, repeats`, detections };
}

/** The sequence from a detector whose scores are wrong by so much log odds. */
export function withShiftedScores(sequence: Sequence, shift: number): Sequence {
  const detections = sequence.detections.map((row) => ({
    ...row,
    confidence: sigmoid(logOdds(Math.min(0.9999, Math.max(0.0001, row.confidence))) + shift),
  }));
  return { ...sequence, name: `${sequence.name}, scores shifted`, detections };
}

const GHOSTS = { places: 20, chance: 0.15, logOdds: 0.7, least: 0.05 };

/** The sequence with false alarms that recur at 20 places, in one frame of seven; they are sure of themselves now and then. */
export function withGhosts(sequence: Sequence, seed: number): Sequence {
  const random = seededRandom(seed);
  const { detections, fps } = sequence;
  const [right, bottom, last] = detections.reduce(
    ([x, y, frame], row) => [
      Math.max(x, row.box.x + row.box.width),
      Math.max(y, row.box.y + row.box.height),
      Math.max(frame, row.frame),
    ],
    [0, 0, 0],
  );
  const places = Array.from({ length: GHOSTS.places }, () => {
    const height = detections[Math.floor(random() * detections.length)]?.box.height ?? 100;
    const [x, y] = [random() * right, random() * Math.max(0, bottom - height)];
    return { x, y, height, mood: drift(random, fps, 0.4) };
  });
  const rows = byFrame(detections);
  const all: MotRow[] = [];
  for (let frame = 1; frame <= last; frame++) {
    for (const row of rows.get(frame) ?? []) all.push(row);
    for (const { x, y, height, mood } of places) {
      const confidence = sigmoid(GHOSTS.logOdds + mood() + 0.5 * normal(random));
      if (random() >= GHOSTS.chance || confidence < GHOSTS.least) continue;
      const by = (): number => 0.04 * height * normal(random);
      const box = { x: x + by(), y: y + by(), width: 0.4 * height, height: Math.max(8, height + by()) };
      all.push({ frame, id: -1, box, confidence, category: -1 });
    }
  }
  return { ...sequence, name: `${sequence.name}, ghosts`, detections: all };
}
