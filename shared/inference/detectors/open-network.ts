import { readFile } from 'node:fs/promises';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { yoloxCellCount } from '../../vision/network/yolox.ts';
import { freeInputSize } from '../models/free-input-size.ts';
import type { NetworkModel } from '../models/manifest.ts';
import { openSession } from '../threads/onnx-session.ts';
import { COARSEST_STRIDE } from './network-size.ts';

/**
 * Opens the network of a model, if possible so that it takes inputs of any size: then the padding of a letterbox, 44 % of the
 * input where frames have 16:9, need not be computed. Networks that take frames stretched have no padding.
 */
export async function openNetwork(
  model: NetworkModel,
  path: string,
  intraOpThreads: number,
): Promise<InferenceSession> {
  if (model.layout === 'yolox' && model.input.resize === 'letterbox') {
    const session = await openFree(path, intraOpThreads);
    if (session && (await computesHalf(session, model.input))) return session;
    await session?.release();
  }
  return openSession(path, intraOpThreads);
}

/** Null where the model cannot be opened so, or at all. */
async function openFree(path: string, intraOpThreads: number): Promise<InferenceSession | null> {
  try {
    return await openSession(freeInputSize(await readFile(path)), intraOpThreads);
  } catch {
    return null;
  }
}

/** Whether the network computes an input of half the height: its nodes may hold the size that it was exported with. */
async function computesHalf(
  session: InferenceSession,
  { width, height }: NetworkModel['input'],
): Promise<boolean> {
  const half = COARSEST_STRIDE * Math.ceil(height / 2 / COARSEST_STRIDE);
  const blank = new Tensor('float32', new Float32Array(3 * width * half), [1, 3, half, width]);
  try {
    const [output] = Object.values(await session.run({ [session.inputNames[0] ?? '']: blank }));
    return output?.dims[1] === yoloxCellCount(width, half);
  } catch {
    return false;
  }
}
