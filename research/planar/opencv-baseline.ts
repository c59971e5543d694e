import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import type { StartTracker } from './measure.ts';

const SCRIPT = path.join(import.meta.dirname, 'opencv-klt.py');
/** Of eight coordinates and the time, as doubles. */
const STEP_BYTES = 9 * 8;

/**
 * OpenCV's pyramidal Lucas–Kanade with a homography by RANSAC, native and on one thread, beside the tracker.
 * @param python a Python that has `opencv-python-headless`
 */
export const openCvBaseline =
  (python: string): StartTracker =>
  (first, corners) => {
    const { stdin, stdout } = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
    const steps = stepsOf(stdout);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(first.width, 0);
    head.writeUInt32LE(first.height, 4);
    for (const part of [head, Float64Array.from(corners), first.data]) stdin.write(bytesOf(part));
    return {
      async step({ data }) {
        stdin.write(bytesOf(data));
        const { value } = await steps.next();
        if (value === undefined) throw new Error(`${SCRIPT} has ended`);
        return {
          corners: value.corners,
          confidence: value.corners ? 1 : 0,
          evidence: [],
          cpuMs: value.cpuMs,
        };
      },
      close: () => stdin.end(),
    };
  };

interface BaselineStep {
  readonly corners: Corners | null;
  readonly cpuMs: number;
}

async function* stepsOf(stdout: Readable): AsyncGenerator<BaselineStep, undefined> {
  let held = Buffer.alloc(0);
  for await (const chunk of stdout) {
    held = Buffer.concat([held, chunk]);
    for (; held.length >= STEP_BYTES; held = held.subarray(STEP_BYTES)) {
      const values = Array.from({ length: 9 }, (_, i) => held.readDoubleLE(8 * i));
      const corners = values.slice(0, 8) as unknown as Corners;
      yield { corners: corners.every(Number.isFinite) ? corners : null, cpuMs: values[8] ?? 0 };
    }
  }
  return undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
