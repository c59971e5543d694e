import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTinyNetwork } from '../support/models/tiny-network.ts';

let folder: string;
let network: { path: string; model: unknown };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vms-telemetry-'));
  network = await writeTinyNetwork(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const module = (name: string) => JSON.stringify(new URL(`../../shared/inference/${name}`, import.meta.url));

/** What a process that runs this leaves in its home folder and the temporary one; nothing else is in its environment. */
async function leftBehind(name: string, program: string): Promise<string[]> {
  const home = path.join(folder, name);
  const file = path.join(folder, `${name}.mjs`);
  await mkdir(home);
  await writeFile(file, program);
  await promisify(execFile)(process.execPath, [file], { env: { HOME: home, TMPDIR: home } });
  return readdir(home, { recursive: true });
}

test.each([
  [
    'threads of a detector',
    () => `import { openDetector } from ${module('detectors/open-detector.ts')};
      const detector = await openDetector(${JSON.stringify(network)});
      await detector.close();`,
  ],
  [
    'the thread of any other network',
    () => `import { OnnxThread } from ${module('threads/onnx-thread.ts')};
      const worker = new URL(${module('clip-model/network-worker.ts')});
      const path = ${JSON.stringify(network.path)};
      const thread = new OnnxThread(worker, { path, intraOpThreads: 1 });
      await thread.ready;
      await thread.close();`,
  ],
  [
    'a session without a thread',
    () => `import { openSession } from ${module('threads/onnx-session.ts')};
      const session = await openSession(${JSON.stringify(network.path)}, 1);
      await session.release();`,
  ],
])(
  '%s: ONNX Runtime reports nothing: it writes neither a device id nor what it would send',
  async (name, program) => {
    expect(await leftBehind(name.replaceAll(' ', '-'), program())).toEqual([]);
  },
);
