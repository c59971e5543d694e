import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Client, ClientOptions } from '../../client/client.ts';
import type { listVideos } from '../../shared/contract/routes/videos.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What the bundle is made of. */
interface Core {
  createClient(options: ClientOptions): Client;
  listVideos: typeof listVideos;
}

/** The core of the client and an endpoint definition, as a script that leaves them in the variable `core`. */
async function bundle(): Promise<string> {
  const files = readdirSync(path.join(root, 'client')).filter((file) => file.endsWith('.ts'));
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...files.map((file) => `export * from './client/${file}';`),
        "export { listVideos } from './shared/contract/routes/videos.ts';",
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'core',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** What a browser has of what the client uses. No `Buffer`, no `process`, no modules. */
function browserGlobals(fetch: typeof globalThis.fetch) {
  const { AbortController, AbortSignal, crypto, Headers, Response, URL, URLSearchParams } = globalThis;
  const web = { AbortController, AbortSignal, crypto, Headers, Response, URL, URLSearchParams };
  return { ...web, fetch, setTimeout: (fire: () => void) => void fire(), clearTimeout() {} };
}

test('the core runs in a browser: it bundles without a module of Node and calls the service, again where that helps', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(Response.json({ videos: [], totalCount: 0, page: 1, totalPages: 0 })),
  ];
  const asked: string[] = [];
  const context = browserGlobals((url) => {
    asked.push(String(url));
    return answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
  });
  const core = runInNewContext(`${await bundle()}; core`, context) as Core;
  const client = core.createClient({ apiUrl: 'https://api.example.org/prod', apiKey: 'k' });
  expect(await client.call(core.listVideos, { query: { page: 2 } })).toMatchObject({ videos: [] });
  expect(asked).toEqual(Array(2).fill(expect.stringMatching(/^https:\/\/api\.example\.org\/prod\/.*page=2/)));
});
