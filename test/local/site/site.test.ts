import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from '../../../local/site/build/compress-files.ts';
import type { BuildState } from '../../../local/site/build/console-build.ts';
import { builtConsole } from '../../../local/site/built-console.ts';
import { readConsoleConfig } from '../../../shared/contract/console-config.ts';
import { CONSOLE_PAGES } from '../../../shared/contract/console-pages.ts';
import { startLocalSite } from '../../support/console/local-site.ts';
import { NO_PAGES } from '../../support/console/no-pages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MEDIA = 'http://127.0.0.1:9000';
const PAGE = '<!doctype html><title>Console</title>';
const SCRIPT = `console.log(${JSON.stringify('text that compresses '.repeat(50))});`;

const folder = temporaryFolder();
let state: BuildState;
const built = Promise.withResolvers<void>();
let site: Awaited<ReturnType<typeof startLocalSite>>;

beforeAll(async () => {
  const build = path.join(folder.path, 'build');
  mkdirSync(path.join(build, 'assets'), { recursive: true });
  writeFileSync(path.join(build, 'index.html'), PAGE);
  writeFileSync(path.join(build, 'assets', 'main-1a2b.js'), SCRIPT);
  writeFileSync(path.join(build, 'assets', 'font-1a2b.woff2'), 'font');
  writeFileSync(path.join(folder.path, 'secret.js'), 'secret');
  await compressFiles(build);
  state = { folder: build };
  const data = path.join(folder.path, 'data');
  mkdirSync(data);
  site = await startLocalSite(data, {
    files: builtConsole({ build: { state: () => state, done: built.promise }, mediaOrigin: MEDIA }),
  });
});

afterAll(async () => {
  expect(site.failures).toEqual([]);
  await site[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** A request as it is written: `fetch` would tidy its path and choose its Host. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const { hostname, port } = new URL(site.origin);
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      get({ hostname, port, path: target, headers, method }, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        );
      }).on('error', reject);
    },
  );
}

describe('a page of the console', () => {
  test('has each address of the list, and is requested again each time', async () => {
    for (const page of CONSOLE_PAGES) {
      const { status, body, headers } = await ask(`${page.replace(/\{\w+\}/, 'a-1')}?state=1`);
      expect([status, body, headers['cache-control']]).toEqual([200, PAGE, 'no-cache']);
    }
  });

  test.each(['/videos', '/assets/main-1a2b.js'])(
    "%s comes under the deployed policy, with this machine's bucket",
    async (target) => {
      const { headers } = await ask(target);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`media-src 'self' blob: ${MEDIA};`);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
    },
  );

  test.each(NO_PAGES)('is not what %s answers', async (target) => {
    const { status, body } = await ask(target);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toBe(PAGE);
  });

  test('is where its address with a slash at the end leads, with its query', async () => {
    for (const page of CONSOLE_PAGES.filter((page) => page !== '/')) {
      const address = page.replace(/\{\w+\}/, 'a-1');
      const { status, headers } = await ask(`${address}/?state=1`);
      expect([status, headers.location, headers['cache-control']]).toEqual([
        308,
        `${address}?state=1`,
        'no-store',
      ]);
    }
  });

  test('is only read: other methods are left to the API, by whatever name they come', async () => {
    for (const [target, method] of [
      ['/', 'PUT'],
      ['/', 'OPTIONS'],
      ['/videos', 'POST'],
      ['/videos/', 'DELETE'],
      ['/signin/page.css', 'POST'],
      ['/signin/a', 'PUT'],
    ] as const) {
      for (const Host of [new URL(site.origin).host, 'localhost:1'])
        expect([target, method, (await ask(target, { Host }, method)).status]).toEqual([target, method, 404]);
    }
  });
});

describe('an address that is no page', () => {
  const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each(['/nothing', '/index.html', '/videos/a/b', '/console', '/%76ideos'])(
    '%s answers a browser with a page, and a program in the form of the API',
    async (target) => {
      const { status, headers, body } = await ask(target, HTML);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('There is nothing at this address');
      for (const [accept, method] of [
        [{}, 'GET'],
        [{ Accept: '*/*' }, 'GET'],
        [HTML, 'POST'],
      ] as const)
        expect((await ask(target, accept, method)).body).not.toContain('<html');
    },
  );

  test.each([
    '/api',
    '/api/nothing',
    '/%61pi/nothing',
    '/console/api/nothing',
    '/console/%61pi',
    '/assets/x.js',
  ])('%s is answered to browsers as to programs', async (target) => {
    const [asBrowser, asProgram] = [await ask(target, HTML), await ask(target)];
    expect([asBrowser.status, asBrowser.body]).toEqual([asProgram.status, asProgram.body]);
    expect(asBrowser.body).not.toContain('<html');
  });
});

describe('a file of the console', () => {
  test('is kept by browsers for good, and sent compressed where they take it', async () => {
    for (const encoding of ['br', 'gzip', undefined]) {
      const accept: Record<string, string> =
        encoding === undefined ? {} : { 'Accept-Encoding': `${encoding}, x` };
      const { status, headers } = await ask('/assets/main-1a2b.js', accept);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(headers['content-encoding']).toBe(encoding);
    }
    const { headers } = await ask('/assets/font-1a2b.woff2', { 'Accept-Encoding': 'br' });
    expect(headers).toMatchObject({ 'content-type': 'font/woff2' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test.each(['/assets/missing.js', '/assets/..%2f..%2fsecret.js', '/assets/../../secret.js', '/assets/.js'])(
    '%s is missing: 404, and nothing of a page',
    async (target) => {
      const { status, body } = await ask(target);
      expect([status, body]).toEqual([404, '']);
    },
  );
});

describe('the address', () => {
  test('under another name of this machine leads to the one that sessions are bound to', async () => {
    const { port } = new URL(site.origin);
    const { status, headers } = await ask('/videos?page=2', { Host: `localhost:${port}` });
    expect([status, headers.location]).toEqual([307, `${site.origin}/videos?page=2`]);
  });

  test.each(['/oidc/token', '/signin/abc'])('takes nothing sent to %s under another name', async (target) => {
    expect((await ask(target, { Host: 'localhost' }, 'POST')).status).toBe(421);
  });

  test('gives the console its configuration, and no other origin', async () => {
    const { status, headers, body } = await ask('/config.json', { Origin: 'http://127.0.0.1:1' });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(readConsoleConfig(JSON.parse(body))).toMatchObject({
      issuer: `${site.origin}/oidc`,
      publicApi: site.origin,
      scope: 'openid email vms/console',
    });
  });

  test('serves what the sign-in page needs', async () => {
    const { body, headers } = await ask('/signin/page.css');
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(body).toContain('--accent:');
    expect(body).toContain('.card');
    for (const file of ['/signin/icon.svg', '/signin/font.woff2']) expect((await ask(file)).status).toBe(200);
  });
});

describe('while the console is being built', () => {
  test('its pages say so, and are loaded again when it is there; files wait for it, its configuration does not', async () => {
    const folder = state;
    state = null;
    const { origin } = site;
    const response = await fetch(`${origin}/videos`);
    expect(response.status).toBe(503);
    const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await chunks?.read())?.value).toContain('Building the console');
    // As a tab does that has been open since before a restart.
    const asked = ['/assets/main-1a2b.js', '/assets/missing.js'].map(
      async (file) => (await ask(file)).status,
    );
    expect((await ask('/assets/.js')).status).toBe(404);
    expect((await ask('/config.json')).status).toBe(200);
    state = folder;
    built.resolve();
    expect(await Promise.all(asked)).toEqual([200, 404]);
    expect((await chunks?.read())?.value).toContain('<meta http-equiv="refresh" content="0">');
    expect((await chunks?.read())?.done).toBe(true);
    expect((await ask('/videos')).body).toBe(PAGE);
  });

  test('files that were removed from under the service are reported', async () => {
    const before = state;
    state = { folder: path.join(folder.path, 'gone') };
    const { status, body } = await ask('/videos');
    expect([status, body]).toEqual([503, expect.stringContaining('The console’s files are gone')]);
    expect((await ask('/assets/main-1a2b.js')).status).toBe(404);
    state = before;
  });

  test('a build that failed is reported with its reason, which may hold markup', async () => {
    const folder = state;
    state = { failure: 'unexpected <' };
    const { status, body } = await ask('/videos');
    expect(status).toBe(503);
    expect(body).toContain('unexpected &lt;');
    expect(body).not.toContain('http-equiv="refresh"');
    state = folder;
  });
});
