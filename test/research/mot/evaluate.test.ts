import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { figures, pairFrames, pool, tally } from '../../../research/mot/evaluate.ts';
import { formatMot, type MotRow, parseTruth } from '../../../research/mot/mot-file.ts';

const row = (frame: number, id: number, x: number, confidence = 1, category = 1): MotRow => ({
  frame,
  id,
  box: { x, y: 0, width: 10, height: 10 },
  confidence,
  category,
});
const walk = (id: number, x: number, frames: number[]): MotRow[] => frames.map((frame) => row(frame, id, x));
const evaluate = (truth: MotRow[], output: MotRow[], options = {}) =>
  figures(tally(pairFrames(truth, output, options)));

test('perfect output scores one on every metric', () => {
  const truth = [...walk(1, 0, [1, 2, 3]), ...walk(2, 50, [1, 2, 3])];
  const { mota, idf1, hota, switches } = evaluate(truth, truth);
  expect([mota, idf1, switches]).toEqual([1, 1, 0]);
  expect(hota).toBeCloseTo(1, 12);
});

test('a track that changes its identity half way costs one switch, half of IDF1 and half of the association', () => {
  const { mota, idf1, hota, switches } = evaluate(walk(1, 0, [1, 2, 3, 4]), [
    ...walk(7, 0, [1, 2]),
    ...walk(8, 0, [3, 4]),
  ]);
  expect([mota, idf1, switches]).toEqual([0.75, 0.5, 1]);
  expect(hota).toBeCloseTo(Math.SQRT1_2, 12);
});

test('misses and false alarms count against MOTA', () => {
  expect(evaluate(walk(1, 0, [1, 2, 3, 4]), [...walk(1, 0, [1, 2]), row(1, 2, 500)]).mota).toBe(0.25);
});

test('a matched pair stays matched while it overlaps, even when another track fits better', () => {
  const truth = walk(1, 0, [1, 2]);
  expect(evaluate(truth, [row(1, 5, 0), row(2, 5, 3), row(2, 6, 0)]).switches).toBe(0);
});

test('outputs on MOT17 distractors and truths that are not evaluated do not count', () => {
  const truth = [...walk(1, 0, [1]), row(1, 2, 50, 0, 7), row(1, 3, 90, 0, 1)];
  expect(evaluate(truth, [...walk(1, 0, [1]), row(1, 9, 50)], { mot17: true }).mota).toBe(1);
});

test('pooled counts weigh sequences by what they contain', () => {
  const good = tally(pairFrames(walk(1, 0, [1, 2, 3]), walk(1, 0, [1, 2, 3])));
  const bad = tally(pairFrames(walk(1, 0, [1]), []));
  expect(figures(pool([good, bad])).mota).toBe(0.75);
});

test('rows survive being written and read', () => {
  const rows = [row(1, 2, 3.25, 0.5, -1)];
  expect(parseTruth(formatMot(rows), 'rows')).toEqual(rows);
});

const folder = process.env.VMS_MOT_DIR;
const hasNumpy = spawnSync('python3', ['-c', 'import numpy, scipy']).status === 0;

test.skipIf(!folder || !hasNumpy)(
  'the evaluation agrees with the reference evaluator to 1e-9 (needs VMS_MOT_DIR, and Python with numpy and scipy)',
  async () => {
    const truthFile = path.join(folder ?? '', 'truth', 'MOT17-05.txt');
    const truth = parseTruth(readFileSync(truthFile, 'utf8'), truthFile);
    // Identities change every 50 frames and every seventh box is missing, so that all counts are exercised.
    const output = truth
      .filter(({ confidence, frame, id }) => confidence !== 0 && (frame + id) % 7 !== 0)
      .map(({ frame, id, box }) => ({
        frame,
        id: id * 100 + Math.floor(frame / 50),
        box: { ...box, x: box.x + (frame % 5), width: box.width * (1 + (id % 3) / 10) },
        confidence: 1,
        category: -1,
      }));
    await using scratch = await mkdtempDisposable(path.join(tmpdir(), 'vms-mot-'));
    const outputFile = path.join(scratch.path, 'output.txt');
    await writeFile(outputFile, formatMot(output));
    const { stdout } = await promisify(execFile)('python3', [
      path.join(folder ?? '', 'mot_eval.py'),
      truthFile,
      outputFile,
      '--mot17',
      '--stride',
      '2',
    ]);
    const reference = JSON.parse(stdout) as { MOTA: number; IDF1: number; HOTA: number; IDSW: number };
    const written = parseTruth(readFileSync(outputFile, 'utf8'), outputFile);
    const { mota, idf1, hota, switches } = evaluate(truth, written, { mot17: true, stride: 2 });
    expect(mota).toBeCloseTo(reference.MOTA, 9);
    expect(idf1).toBeCloseTo(reference.IDF1, 9);
    expect(hota).toBeCloseTo(reference.HOTA, 9);
    expect(switches).toBe(reference.IDSW);
  },
);
