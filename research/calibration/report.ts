import { table } from '../../cli/table.ts';
import { type Calibration, calibrated, uncalibrated } from '../../shared/vision/network/calibration.ts';
import type { JudgedPictures, Measurement } from './measurement.ts';
import { reliability } from './reliability.ts';
import { balanced, type TradeOff, tradeOffs, withPrecision } from './trade-offs.ts';

/** From this probability on a detection may begin a track (`trackObjects`). */
const SURE = 0.6;

/** Digits of a calibration: more than thousands of pictures can determine. */
const rounded = ({ a, b, c }: Calibration): Calibration => ({
  a: Number(a.toFixed(3)),
  b: Number(b.toFixed(3)),
  c: Number(c.toFixed(3)),
});

const fixed = (value: number, digits = 2): string => value.toFixed(digits);
const percent = (share: number): string => `${fixed(100 * share, 1)} %`;

/** What was measured, in words and tables, and what to write into the manifest. */
export function calibrationReport(title: string, judged: JudgedPictures, measured: Measurement): string {
  const { error, heldOutError, heldOut } = measured;
  return [
    title,
    `Scores as they are: expected calibration error ${fixed(error, 3)}`,
    reliabilityTable(judged.pictures.flat()),
    `Calibrated, each half of the pictures by the other: expected calibration error ${fixed(heldOutError, 3)}`,
    reliabilityTable(heldOut),
    tradeOffTable(judged, measured.calibration),
    ...(measured.labels.length > 1 ? [labelTable(measured)] : []),
    heldOutError < error
      ? `For the model's entry in manifest.json:\n  "calibration": ${JSON.stringify(rounded(measured.calibration))}`
      : 'A calibration does not come nearer to the truth than the scores as they are: leave it out.',
  ].join('\n\n');
}

function reliabilityTable(detections: Parameters<typeof reliability>[0]): string {
  return table(reliability(detections), [
    { title: 'SCORE', cell: ({ from, to }) => `${fixed(from, 1)}–${fixed(to, 1)}` },
    { title: 'DETECTIONS', cell: ({ count }) => String(count), align: 'right' },
    { title: 'MEAN SCORE', cell: ({ meanScore }) => fixed(meanScore, 3), align: 'right' },
    { title: 'RIGHT', cell: ({ precision }) => fixed(precision, 3), align: 'right' },
  ]);
}

function tradeOffTable({ pictures, objects }: JudgedPictures, calibration: Calibration): string {
  const total = [...objects.values()].reduce((sum, count) => sum + count, 0);
  const all = tradeOffs(pictures.flat(), total);
  const from = (score: number): TradeOff | undefined => all.findLast((each) => each.score >= score);
  const rows: [string, TradeOff | undefined][] = [
    ['best balance of right and found (F1)', balanced(all)],
    ['nine of ten are right', withPrecision(all, 0.9)],
    [`sure to the tracker (${SURE}), scores as they are`, from(SURE)],
    [`sure to the tracker (${SURE}), calibrated`, from(uncalibrated(SURE, calibration))],
  ];
  const shown = rows.flatMap(([name, tradeOff]) => (tradeOff ? [{ name, ...tradeOff }] : []));
  return table(shown, [
    { title: 'DETECTIONS', cell: ({ name }) => name },
    { title: 'FROM SCORE', cell: ({ score }) => fixed(score, 3), align: 'right' },
    { title: 'CALIBRATED', cell: ({ score }) => fixed(calibrated(score, calibration), 3), align: 'right' },
    { title: 'RIGHT', cell: ({ precision }) => percent(precision), align: 'right' },
    { title: 'FOUND', cell: ({ recall }) => percent(recall), align: 'right' },
  ]);
}

function labelTable({ labels }: Measurement): string {
  return table(labels, [
    { title: 'LABEL', cell: ({ label }) => label },
    { title: 'OBJECTS', cell: ({ objects }) => String(objects), align: 'right' },
    { title: 'DETECTIONS', cell: ({ detections }) => String(detections), align: 'right' },
    { title: 'ERROR', cell: ({ error }) => fixed(error, 3), align: 'right' },
    { title: 'A', cell: ({ calibration }) => fixed(calibration.a), align: 'right' },
    { title: 'B', cell: ({ calibration }) => fixed(calibration.b), align: 'right' },
    { title: 'C', cell: ({ calibration }) => fixed(calibration.c), align: 'right' },
  ]);
}
