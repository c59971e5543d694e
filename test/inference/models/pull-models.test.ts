import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ModelManifest, modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import {
  type PullOptions,
  type PullProgress,
  pullModels,
} from '../../../shared/inference/models/pull-models.ts';

const CONTENT = Buffer.alloc(300_000, 'network');
const UPSTREAM = 'https://models.example/network.onnx';

const manifest: ModelManifest = {
  ...modelManifest,
  models: modelManifest.models.map((model) =>
    model.id === modelManifest.default
      ? {
          ...model,
          file: 'network.onnx',
          builds: [
            {
              sha256: createHash('sha256').update(CONTENT).digest('hex'),
              size: CONTENT.length,
              url: UPSTREAM,
            },
          ],
        }
      : model,
  ),
};

let targetDir: string;
beforeEach(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'vms-pull-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  targetDir = path.join(directory, 'models');
});

/** Serves the mirror on a loopback port and gives its address. */
async function mirror(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror`;
}

const pull = (options: Partial<PullOptions>) => pullModels({ manifest, targetDir, ...options });

describe('a pulled model', () => {
  test('is installed under its name, with its progress reported', async () => {
    const asked: (string | undefined)[] = [];
    const progress: PullProgress[] = [];
    const baseUrl = await mirror((request, response) => {
      asked.push(request.url);
      response.end(CONTENT);
    });
    const [pulled] = await pull({ baseUrl, onProgress: (step) => progress.push(step) });
    expect(pulled).toEqual({
      id: manifest.default,
      path: path.join(targetDir, 'network.onnx'),
      status: 'installed',
    });
    expect(asked).toEqual(['/mirror/network.onnx']);
    expect(await readFile(path.join(targetDir, 'network.onnx'))).toEqual(CONTENT);
    expect(await readdir(targetDir)).toEqual(['network.onnx']);
    expect(progress.at(-1)).toEqual({
      id: manifest.default,
      received: CONTENT.length,
      total: CONTENT.length,
    });
  });

  test('comes from upstream where no mirror is named', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url));
      return new Response(CONTENT);
    };
    await pull({ fetch });
    expect(asked).toEqual([UPSTREAM]);
  });

  test('that is there already is left alone; one that is damaged is replaced', async () => {
    const baseUrl = await mirror((_, response) => response.end(CONTENT));
    await pull({ baseUrl });
    const file = path.join(targetDir, 'network.onnx');
    const { ino } = await stat(file);
    expect(await pull({ baseUrl: 'http://127.0.0.1:1/' })).toMatchObject([{ status: 'present' }]);
    expect((await stat(file)).ino).toBe(ino);
    await writeFile(file, 'damaged');
    expect(await pull({ baseUrl })).toMatchObject([{ status: 'installed' }]);
    expect(await readFile(file)).toEqual(CONTENT);
  });
});

describe('nothing is installed and the reason is reported when', () => {
  async function expectRefused(options: Partial<PullOptions>, reason: RegExp): Promise<void> {
    await expect(pull(options)).rejects.toMatchObject({
      code: 'DOWNLOAD_FAILED',
      message: expect.stringMatching(reason),
    });
    expect(await readdir(targetDir)).toEqual([]);
  }

  test('the content is another one', async () => {
    const baseUrl = await mirror((_, response) => response.end(Buffer.from(CONTENT).fill('x', 0, 1)));
    await expectRefused({ baseUrl }, /SHA-256/);
  });

  test('the content is cut off', async () => {
    const baseUrl = await mirror((_, response) => response.end(CONTENT.subarray(0, 1000)));
    await expectRefused({ baseUrl }, /1000 bytes instead of 300000/);
  });

  test('the connection breaks', async () => {
    const baseUrl = await mirror((_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 1000), () => response.destroy());
    });
    await expectRefused({ baseUrl }, /network\.onnx/);
  });

  test('the content does not end where it should', async () => {
    const baseUrl = await mirror((_, response) => {
      const more = (): unknown => response.write(CONTENT, (error) => error ?? more());
      more();
    });
    await expectRefused({ baseUrl }, /more than the expected 300000 bytes/);
  });

  test('the server does not have it', async () => {
    const baseUrl = await mirror((_, response) => response.writeHead(404).end());
    await expectRefused({ baseUrl }, /answered 404/);
  });

  test('the connection is refused', async () => {
    await expectRefused(
      { baseUrl: 'http://127.0.0.1:1/' },
      /127\.0\.0\.1:1\/network\.onnx: .*(bad port|ECONNREFUSED)/,
    );
  });

  test('the server takes the connection but never answers', async () => {
    const baseUrl = await mirror(() => {});
    await expectRefused({ baseUrl, connectTimeoutMs: 20 }, /no answer within 20 ms/);
  });

  test('the server stops in the middle', async () => {
    const baseUrl = await mirror((_, response) => {
      response.write(CONTENT.subarray(0, 1000));
    });
    await expectRefused({ baseUrl, stallTimeoutMs: 20 }, /no data for 20 ms/);
  });

  test('the model is published nowhere', async () => {
    await expect(pull({ ids: ['moving-object'] })).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED' });
  });
});

test('an unknown model is refused before anything is fetched', async () => {
  const fetch = () => expect.unreachable('something was fetched');
  await expect(pull({ ids: [manifest.default, 'nothing'], fetch })).rejects.toMatchObject({
    code: 'MODEL_UNKNOWN',
  });
});

test('the default model is published upstream', () => {
  const { builds } = modelById(modelManifest, modelManifest.default);
  expect(builds.some(({ url }) => url?.startsWith('https://github.com/Megvii-BaseDetection/YOLOX/'))).toBe(
    true,
  );
});
