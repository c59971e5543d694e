import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type {
  NetworkCall,
  NetworkOutput,
  NetworkShape,
} from '../../../shared/inference/clip-model/network-worker.ts';
import { OnnxThread } from '../../../shared/inference/threads/onnx-thread.ts';
import { writeTinyNetwork } from '../../support/models/tiny-network.ts';

const NETWORK_WORKER = new URL('../../../shared/inference/clip-model/network-worker.ts', import.meta.url);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vms-thread-'));
  file = (await writeTinyNetwork(folder)).path;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open() {
  const thread = new OnnxThread<NetworkShape, NetworkCall, NetworkOutput>(NETWORK_WORKER, {
    path: file,
    intraOpThreads: 1,
  });
  onTestFinished(() => thread.close());
  const { inputs, outputs } = await thread.ready;
  const [input = '', output = ''] = [inputs[0], outputs[0]];
  const shape = [1, 3, 32, 32];
  const grey = (level: number): NetworkCall => ({
    feeds: { [input]: { type: 'float32', data: new Float32Array(3 * 32 * 32).fill(level), dims: shape } },
    output,
  });
  return { thread, grey };
}

test('calls made side by side are each answered with their own result', async () => {
  const { thread, grey } = await open();
  const levels = [5, 1, 4, 2, 3];
  const alone: NetworkOutput[] = [];
  for (const level of levels) alone.push(await thread.call(grey(level)));
  expect(await Promise.all(levels.map((level) => thread.call(grey(level))))).toEqual(alone);
  expect(new Set(alone.map(({ data }) => data.join())).size).toBe(levels.length);
});

test('a call that fails rejects, and so do those that wait behind it and all later ones', async () => {
  const { thread, grey } = await open();
  const failure = { code: 'WORKER_FAILED', message: expect.stringContaining('no such output') };
  const calls = [thread.call({ ...grey(1), output: 'no such output' }), thread.call(grey(1))];
  for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected');
    expect(reason).toMatchObject(failure);
  }
  await expect(thread.call(grey(1))).rejects.toMatchObject(failure);
  expect(await thread.failure).toMatchObject(failure);
});

test('a thread answers the calls made before it is closed, and refuses those made after it has ended', async () => {
  const { thread, grey } = await open();
  const calls = [thread.call(grey(1)), thread.call(grey(2))];
  await thread.close();
  expect(await Promise.all(calls)).toHaveLength(2);
  await expect(thread.call(grey(3))).rejects.toMatchObject({ code: 'WORKER_FAILED' });
});
