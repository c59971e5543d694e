import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { trackObjects } from '../../shared/vision/track.ts';
import type { FrameDetections, Track } from '../../shared/vision/trajectory.ts';
import { figures, pairFrames, pool, type Tally, tally } from './evaluate.ts';
import { byFrame, formatMot, type MotRow, parseMot } from './mot-file.ts';

const MOT17 = ['MOT17-02', 'MOT17-04', 'MOT17-05'];

function print(name: string, t: Tally): void {
  const { mota, idf1, hota, switches } = figures(t);
  console.log(
    `| ${name} | ${[mota, idf1, hota].map((v) => (100 * v).toFixed(1)).join(' | ')} | ${switches} |`,
  );
}

function evaluate(folder: string, name: string, stride: number): Tally {
  const read = (kind: string, ext: string): string =>
    readFileSync(path.join(folder, kind, `${name}${ext}`), 'utf8');
  const fps = Number(
    /frameRate=(\d+)/.exec(name.startsWith('MOT17') ? read('truth', '.seqinfo.ini') : '')?.[1] ?? 25,
  );
  const output = track(parseMot(read('detections', '.txt')), fps, stride);
  return tally(
    pairFrames(parseMot(read('truth', '.txt')), output, { mot17: name.startsWith('MOT17'), stride }),
  );
}

function track(rows: readonly MotRow[], fps: number, stride: number): MotRow[] {
  const detections = byFrame(rows);
  const last = rows.reduce((max, { frame }) => Math.max(max, frame), 0);
  const frames: FrameDetections[] = [];
  for (let frame = 1; frame <= last; frame += stride) {
    frames.push({
      frame,
      time: (frame - 1) / fps,
      detections: (detections.get(frame) ?? []).map(({ box, confidence }) => ({
        box,
        score: confidence,
        label: 'object',
      })),
    });
  }
  return trackObjects(frames)
    .flatMap(toRows)
    .sort((a, b) => a.frame - b.frame || a.id - b.id);
}

const toRows = ({ points }: Track, index: number): MotRow[] =>
  points.map(({ frame, box, score }) => ({
    frame,
    id: index + 1,
    box,
    confidence: score ?? 0,
    category: -1,
  }));

const { values } = parseArgs({
  options: {
    detections: { type: 'string' },
    out: { type: 'string' },
    fps: { type: 'string' },
    stride: { type: 'string', default: '1' },
  },
});
if (values.detections && values.out && values.fps) {
  const rows = parseMot(readFileSync(values.detections, 'utf8'));
  writeFileSync(values.out, formatMot(track(rows, Number(values.fps), Number(values.stride))));
} else {
  const folder = process.env['VMS_MOT_DIR'];
  if (!folder) throw new Error('Give --detections, --out and --fps, or VMS_MOT_DIR for the table.');
  console.log('| set | MOTA | IDF1 | HOTA | ID switches |\n|---|---|---|---|---|');
  for (const stride of [1, 3, 6]) {
    const tallies = MOT17.map((name) => evaluate(folder, name, stride));
    print(`MOT17-02+04+05, every ${stride}`, pool(tallies));
  }
  print('TUD-Campus', evaluate(folder, 'TUD-Campus', 1));
}
