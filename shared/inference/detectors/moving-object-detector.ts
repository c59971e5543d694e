import { type InferenceSession, Tensor, type TypedTensor } from 'onnxruntime-node';
import type { Detection } from '../../vision/network/detection.ts';
import { connectedComponents } from '../../vision/picture/connected-components.ts';
import { temporalMedian, temporalNoise } from '../../vision/picture/temporal-statistics.ts';
import type { MovingObjectModel } from '../models/manifest.ts';
import type { FrameDetector, FrameResult, ReportOptions, RunFrame } from './frame-detector.ts';

/** Frames from which one background is taken; at 320×180 they are 44 MB. */
const WINDOW_FRAMES = 256;
/** Seconds after which the background has followed a lasting change by two thirds. */
const ADAPTATION_SECONDS = 20;
/** Fragments of one object lie nearer to each other than this, and objects smaller than 5×5 pixels are noise. */
const COMPONENTS = { threshold: 0.5, reach: 3, minArea: 24 } as const;
/** Foreground that fills a larger share of the frame is a cut or a moving camera, not an object. */
const MAX_COVERAGE = 0.5;

/**
 * Finds what moves before a resting camera. It looks twice: once over the frames of a window for the background
 * and its noise (their median, so that what was there at the start leaves no ghost), then frame by frame. What
 * rests for more than half of a window belongs to the background. Runs longer than a window are cut to
 * overlapping ones; each result depends on the frames of its own window only.
 */
export function movingObjectDetector(session: InferenceSession, model: MovingObjectModel): FrameDetector {
  let options: ReportOptions = { scoreThreshold: 1, displayWidth: 1, displayHeight: 1 };
  let window: RunFrame[] = [];

  /** Results of the first `count` frames of the window. */
  const detectFirst = async (count: number): Promise<FrameResult[]> => {
    const [first] = window;
    if (first === undefined) return [];
    const frames = window.map(({ data }) => data);
    const shape = [1, 3, first.height, first.width];
    let background = new Tensor('float32', toPlanes(temporalMedian(frames)), shape);
    const noise = temporalNoise(frames);
    let variance = new Tensor('float32', toPlanes(noise.map((sigma) => sigma ** 2)), shape);
    let time = first.time;
    const results: FrameResult[] = [];
    for (const frame of window.slice(0, count)) {
      const rate = 1 - Math.exp(-Math.max(0, frame.time - time) / ADAPTATION_SECONDS);
      time = frame.time;
      const outputs = await session.run({
        frame: new Tensor('uint8', frame.data, [1, frame.height, frame.width, 3]),
        background,
        variance,
        rate: new Tensor('float32', [rate], []),
      });
      background = floatTensor(outputs.next_background);
      variance = floatTensor(outputs.next_variance);
      const mask = floatTensor(outputs.foreground).data;
      results.push({ sequence: frame.sequence, detections: toDetections(mask, frame, model, options) });
    }
    return results;
  };

  return {
    begin(next) {
      options = next;
      window = [];
    },
    async push(frame) {
      window.push({ ...frame, data: Uint8Array.from(frame.data) });
      if (window.length < WINDOW_FRAMES) return [];
      const results = await detectFirst(WINDOW_FRAMES / 2);
      window = window.slice(WINDOW_FRAMES / 2);
      return results;
    },
    async end() {
      const results = await detectFirst(window.length);
      window = [];
      return results;
    },
  };
}

function toDetections(
  mask: Float32Array,
  { width, height }: RunFrame,
  { labels }: MovingObjectModel,
  { scoreThreshold, displayWidth, displayHeight }: ReportOptions,
): Detection[] {
  const components = connectedComponents(mask, width, height, COMPONENTS);
  const covered = components.reduce((sum, { area }) => sum + area, 0);
  if (covered > MAX_COVERAGE * width * height) return [];
  const [scaleX, scaleY] = [displayWidth / width, displayHeight / height];
  return components
    .map(({ left, top, right, bottom, area, mass }) => ({
      box: {
        x: left * scaleX,
        y: top * scaleY,
        width: (right - left) * scaleX,
        height: (bottom - top) * scaleY,
      },
      score: mass / area,
      label: labels[0] ?? 'object',
    }))
    .filter(({ score }) => score >= scoreThreshold)
    .sort((a, b) => b.score - a.score);
}

/** From interleaved pixels to one plane a channel. */
function toPlanes(interleaved: Uint8Array | Float32Array): Float32Array {
  const plane = interleaved.length / 3;
  const planes = new Float32Array(interleaved.length);
  for (let pixel = 0, i = 0; pixel < plane; pixel++)
    for (let channel = 0; channel < 3; channel++, i++)
      planes[channel * plane + pixel] = interleaved[i] as number;
  return planes;
}

function floatTensor(tensor: Tensor | undefined): TypedTensor<'float32'> {
  if (tensor?.type === 'float32') return tensor as TypedTensor<'float32'>;
  throw new TypeError('the moving-object model lacks an output');
}
