import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DetectOptions, Detector, SampledFrame } from '../../../shared/inference/detectors/detector.ts';
import { type OpenDetectorOptions, openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import type { NetworkModel } from '../../../shared/inference/models/manifest.ts';
import type { FrameDetections } from '../../../shared/vision/network/detection.ts';
import { writeTinyNetwork } from '../../support/models/tiny-network.ts';

let directory: string;
let network: { model: NetworkModel; path: string };
/** Used by every test that leaves it usable. */
let detector: Detector;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'vms-detector-'));
  network = await writeTinyNetwork(directory);
  detector = await openDetector(network);
});
afterAll(async () => {
  await detector.close();
  await rm(directory, { recursive: true });
});

async function open(options: Partial<OpenDetectorOptions> = {}): Promise<Detector> {
  const detector = await openDetector({ ...network, ...options });
  onTestFinished(() => detector.close());
  return detector;
}

const DISPLAY = { displayWidth: 64, displayHeight: 32 } as const;
const OPTIONS: DetectOptions = { ...DISPLAY, scoreThreshold: 0.1 };

/** A frame of one grey level, in the 32×16 pixels that the letterbox leaves of 64×32. */
const greyFrame = (frame: number, level: number): SampledFrame => ({
  frame,
  time: frame / 10,
  width: 32,
  height: 16,
  data: new Uint8Array(32 * 16 * 3).fill(level),
});

/** Frames 0, 3, 6, … that grow brighter. */
async function* greyFrames(count: number): AsyncGenerator<SampledFrame> {
  for (let i = 0; i < count; i++) yield greyFrame(i * 3, 120 + i * 2);
}

async function collect(results: AsyncIterable<FrameDetections>): Promise<FrameDetections[]> {
  const all: FrameDetections[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('a detection', () => {
  test('answers every frame once, in order, with its number and time', async () => {
    const results = await collect(detector.detect(greyFrames(40), OPTIONS));
    expect(results.map(({ frame }) => frame)).toEqual(Array.from({ length: 40 }, (_, i) => i * 3));
    expect(results.map(({ time }) => time)).toEqual(Array.from({ length: 40 }, (_, i) => (i * 3) / 10));
    expect(results.every(({ detections }) => detections.length > 0)).toBe(true);
  });

  test('gives what the network says of that very frame, in pixels of the displayed frame', async () => {
    const black = greyFrame(0, 0);
    const lit = greyFrame(1, 0);
    for (let row = 0; row < 8; row++) lit.data.fill(204, row * 32 * 3, (row * 32 + 8) * 3);
    const [nothing, cell] = await collect(
      detector.detect(
        (async function* () {
          yield black;
          yield lit;
        })(),
        OPTIONS,
      ),
    );
    expect(nothing?.detections).toEqual([]);
    expect(cell?.detections).toHaveLength(1);
    const found = cell?.detections[0];
    expect(found?.label).toBe('thing');
    expect(found?.score).toBeCloseTo(0.8 * 0.8, 5);
    // The cell at the corner, of stride 8: centre 0.8 × 8, side e^0.8 × 8, all of it twice as large as displayed.
    const reach = 0.8 * 16 + (Math.exp(0.8) * 16) / 2;
    expect(found?.box).toMatchObject({ x: 0, y: 0 });
    expect(found?.box.width).toBeCloseTo(reach, 3);
    expect(found?.box.height).toBeCloseTo(reach, 3);
  });

  test('has the same bytes whatever the number of threads', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(async (threads) => {
        const one = await open({ threads });
        return JSON.stringify(await collect(one.detect(greyFrames(30), OPTIONS)));
      }),
    );
    expect(new Set(runs).size).toBe(1);
  });

  test('of no frames has no results', async () => {
    expect(await collect(detector.detect(greyFrames(0), OPTIONS))).toEqual([]);
  });

  test('asks for frames no faster than it is read', async () => {
    const one = await open({ threads: 1 });
    let asked = 0;
    const results = one.detect(
      (async function* () {
        for (;;) yield greyFrame(asked++, 200);
      })(),
      OPTIONS,
    );
    for (let i = 0; i < 5; i++) await results.next();
    await results.return();
    expect(asked).toBeLessThan(10);
  });

  test('names the input size it wants: the letterbox of the displayed frame', async () => {
    expect(detector.inputSize(1920, 1080)).toEqual({ width: 32, height: 18, format: 'rgb24' });
    expect(detector.inputSize(1080, 1920)).toEqual({ width: 18, height: 32, format: 'rgb24' });
  });
});

describe('a detection that is given up', () => {
  /** The detector still answers, and answers only what it is asked now. */
  async function expectUsable(): Promise<void> {
    const results = await collect(detector.detect(greyFrames(6), OPTIONS));
    expect(results.map(({ frame }) => frame)).toEqual([0, 3, 6, 9, 12, 15]);
    expect(results).toEqual(undisturbed);
  }
  let undisturbed: FrameDetections[];
  beforeAll(async () => {
    undisturbed = await collect(detector.detect(greyFrames(6), OPTIONS));
  });

  test('when its reader stops, has ended the source and leaves the detector usable', async () => {
    let sourceEnded = false;
    const source = (async function* () {
      try {
        for (let i = 0; ; i++) yield greyFrame(i, 255);
      } finally {
        await setImmediate();
        sourceEnded = true;
      }
    })();
    for await (const { frame } of detector.detect(source, OPTIONS)) if (frame === 3) break;
    expect(sourceEnded).toBe(true);
    await expectUsable();
  });

  test('by its signal rejects with the reason, even while the source is stuck', async () => {
    const cancel = new AbortController();
    const stuck = (async function* () {
      yield greyFrame(0, 255);
      queueMicrotask(() => cancel.abort(new Error('cancelled by the user')));
      await new Promise(() => {});
    })();
    const results = collect(detector.detect(stuck, { ...OPTIONS, signal: cancel.signal }));
    await expect(results).rejects.toThrow('cancelled by the user');
    await expectUsable();
  });

  test('before it began does not touch the source', async () => {
    const untouched: AsyncIterable<SampledFrame> = {
      [Symbol.asyncIterator]: () => expect.unreachable('the source was opened'),
    };
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(collect(detector.detect(untouched, { ...OPTIONS, signal }))).rejects.toThrow('too late');
  });

  test('by an error of its source rejects with that error', async () => {
    const broken = (async function* () {
      yield greyFrame(0, 255);
      throw new Error('the file is cut off');
    })();
    await expect(collect(detector.detect(broken, OPTIONS))).rejects.toThrow('the file is cut off');
    await expectUsable();
  });

  test.each([
    ['size', { width: 16 }],
    ['length', { data: new Uint8Array(7) }],
  ])('by a frame of a wrong %s is FRAME_UNFIT', async (_, flaw) => {
    const unfit = (async function* () {
      yield { ...greyFrame(5, 255), ...flaw };
    })();
    await expect(collect(detector.detect(unfit, OPTIONS))).rejects.toMatchObject({
      code: 'FRAME_UNFIT',
      message: expect.stringContaining('frame 5'),
    });
    await expectUsable();
  });
});

describe('a detector', () => {
  test('refuses a second detection while one is running', async () => {
    const running = detector.detect(greyFrames(5), OPTIONS);
    await running.next();
    await expect(collect(detector.detect(greyFrames(1), OPTIONS))).rejects.toMatchObject({
      code: 'DETECTOR_BUSY',
    });
    expect(await collect(running)).toHaveLength(4);
  });

  test('rejects the running detection when it is closed, and every later one', async () => {
    const own = await open();
    const running = own.detect(greyFrames(500), OPTIONS);
    await running.next();
    await own.close();
    await expect(collect(running)).rejects.toMatchObject({ code: 'DETECTOR_CLOSED' });
    await expect(collect(own.detect(greyFrames(1), OPTIONS))).rejects.toMatchObject({
      code: 'DETECTOR_CLOSED',
    });
    await own.close();
  });

  test('of a file that is no model is MODEL_UNFIT', async () => {
    const file = path.join(directory, 'noise.onnx');
    await writeFile(file, 'this is not a model');
    await expect(openDetector({ ...network, path: file })).rejects.toMatchObject({ code: 'MODEL_UNFIT' });
  });

  test('whose worker is gone before it is ready is MODEL_UNFIT', async () => {
    const workerUrl = new URL('unready-worker.ts', import.meta.url);
    await expect(openDetector({ ...network, workerUrl })).rejects.toMatchObject({ code: 'MODEL_UNFIT' });
  });

  test('of a network that does not fit its manifest rejects with WORKER_FAILED', async () => {
    const own = await open({ model: { ...network.model, labels: ['thing', 'other'] } });
    await expect(collect(own.detect(greyFrames(50), OPTIONS))).rejects.toMatchObject({
      code: 'WORKER_FAILED',
      message: expect.stringContaining('2 classes'),
    });
  });

  test.each([
    ['throws', 'throwing-worker.ts', 'out of cheese'],
    ['dies', 'exiting-worker.ts', 'ended'],
  ])('whose worker %s rejects with WORKER_FAILED and stays closed to work', async (_, worker, reason) => {
    const own = await open({ workerUrl: new URL(worker, import.meta.url) });
    const failure = { code: 'WORKER_FAILED', message: expect.stringContaining(reason) };
    await expect(collect(own.detect(greyFrames(50), OPTIONS))).rejects.toMatchObject(failure);
    await expect(collect(own.detect(greyFrames(1), OPTIONS))).rejects.toMatchObject(failure);
    await own.close();
  });
});
