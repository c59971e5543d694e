import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SourceConsole, sourceConsole } from '../../../local/site/source-console.ts';
import { startLocalSite } from '../../support/console/local-site.ts';
import { NO_PAGES } from '../../support/console/no-pages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PAGE = '<!doctype html><title>Console</title><script type="module" src="./main.ts"></script>';
const MEDIA = 'http://127.0.0.1:9000';

const folder = temporaryFolder();
const root = path.join(folder.path, 'console');
const script = path.join(root, 'main.ts');
let files: SourceConsole;
let site: Awaited<ReturnType<typeof startLocalSite>>;

beforeAll(async () => {
  const data = path.join(folder.path, 'data');
  for (const made of [root, data]) mkdirSync(made);
  writeFileSync(path.join(root, 'index.html'), PAGE);
  writeFileSync(script, "export const text: string = 'before';\nimport.meta.hot?.accept();\n");
  files = await sourceConsole({ mediaOrigin: MEDIA, root });
  site = await startLocalSite(data, { files });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await files.close();
  folder[Symbol.dispose]();
});

const ask = async (target: string): Promise<string> => (await fetch(site.origin + target)).text();

test('every page is the one of the sources, whose scripts are served without a build', async () => {
  for (const page of ['/', '/videos', '/videos/a-1', '/keys/new']) {
    expect(await ask(page)).toMatch(/src="\.?\/main\.ts"/);
  }
  const text = await ask('/main.ts');
  expect(text).toContain('before');
  expect(text).not.toContain(': string');
});

// `fetch` would tidy the others.
test.each(NO_PAGES.filter((target) => !target.includes('..')))('%s is no page', async (target) => {
  const response = await fetch(site.origin + target);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toContain('/main.ts');
});

test('the policy is the deployed one, but for a nonce and the connection that announces changes', async () => {
  const policy = (await fetch(`${site.origin}/videos`)).headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}';/);
  expect(policy).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:9000 ws:\/\/127\.0\.0\.1:\d+;/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

test('files beside the sources are not served', async () => {
  const secret = path.join(folder.path, 'data', 'demo-password');
  writeFileSync(secret, 'secret');
  const response = await fetch(`${site.origin}/@fs${secret}`);
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('secret');
});

test('a change of a source reaches pages that are open, and is what the next request gets', async () => {
  const policy = (await fetch(`${site.origin}/videos`)).headers.get('Content-Security-Policy') ?? '';
  const [address = ''] = /ws:\/\/[\d.:]+/.exec(policy) ?? [];
  const [, token = ''] = /wsToken = "([^"]+)"/.exec(await ask('/@vite/client')) ?? [];
  await ask('/main.ts');
  const page = new WebSocket(`${address}/?token=${token}`, 'vite-hmr');
  await once(page, 'open');
  const updated = new Promise<unknown>((resolve) => {
    page.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; updates: { path: string }[] };
      if (message.type === 'update') resolve(message.updates.map((update) => update.path));
    });
  });
  writeFileSync(script, "export const text: string = 'after';\nimport.meta.hot?.accept();\n");
  expect(await updated).toEqual(['/main.ts']);
  expect(await ask('/main.ts')).toContain('after');
  page.close();
});
