import { expect, onTestFinished, test } from 'vitest';
import type { SampledFrame } from '../../../shared/inference/detectors/detector.ts';
import { openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import { type Calibration, calibrated } from '../../../shared/vision/network/calibration.ts';
import type { Detection } from '../../../shared/vision/network/detection.ts';
import { writeTinyNetwork } from '../../support/models/tiny-network.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Grey levels of the frames: the tiny network's score is the square of their share of 255. */
const LEVELS = [40, 80, 120, 160, 200, 240];

/** The detections of each frame. */
async function detectWith(
  calibration: Calibration | undefined,
  scoreThreshold: number,
): Promise<(readonly Detection[])[]> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const { model, path } = await writeTinyNetwork(folder.path);
  const detector = await openDetector({ model: { ...model, calibration }, path, threads: 1 });
  onTestFinished(() => detector.close());
  const frames = (async function* (): AsyncGenerator<SampledFrame> {
    for (const [frame, level] of LEVELS.entries())
      yield { frame, time: frame, width: 32, height: 32, data: new Uint8Array(32 * 32 * 3).fill(level) };
  })();
  const found: (readonly Detection[])[] = [];
  const options = { scoreThreshold, displayWidth: 32, displayHeight: 32 };
  for await (const { detections } of detector.detect(frames, options)) found.push(detections);
  return found;
}

const SHY = { a: 1.3, b: 0.8, c: 1.9 };

test('a calibrated network reports the same boxes, with probabilities instead of scores', async () => {
  const raw = await detectWith(undefined, 0);
  expect(raw.map((detections) => detections[0]?.score)).toEqual(
    LEVELS.map((level) => expect.closeTo((level / 255) ** 2, 4)),
  );
  const expected = raw.map((detections) =>
    detections.map(({ score, ...rest }) => ({ ...rest, score: calibrated(score, SHY) })),
  );
  expect(await detectWith(SHY, 0)).toEqual(expected);
});

test.each([0.1, 0.5, 0.9])('the least score %f counts after the calibration', async (least) => {
  const all = await detectWith(SHY, 0);
  const expected = all.map((detections) => detections.filter(({ score }) => score >= least));
  expect(expected.flat().length).toBeGreaterThan(0);
  expect(expected.flat().length).toBeLessThan(all.flat().length);
  expect(await detectWith(SHY, least)).toEqual(expected);
});
