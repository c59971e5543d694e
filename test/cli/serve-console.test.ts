import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { consoleClient } from '../support/console/sign-in.ts';
import { rawConnection } from '../support/service/raw-http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serve } from './vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

/** What a caller sees of the account. */
const videosOf = async (url: string, authorization: string) => {
  const answer = await fetch(url, { headers: { Authorization: authorization } });
  return { status: answer.status, videos: await answer.json() };
};

test('the console is at the address of the API, and its demo user works in the account of the printed key', async () => {
  using folder = temporaryFolder();
  await using service = await serve(folder.path, []);
  const { apiUrl, consoleUrl, apiKey } = service.ready;
  expect(consoleUrl).toBe(apiUrl);
  const file = path.join(folder.path, 'demo-password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const password = readFileSync(file, 'utf8');

  const created = await fetch(`${apiUrl}/api/videos/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileName: 'of-the-key.mp4', fileSize: 1000 }),
  });
  expect(created.ok).toBe(true);
  const { access } = await (await consoleClient(apiUrl)).signIn('demo', password);
  const ofKey = await videosOf(`${apiUrl}/api/videos`, `Bearer ${apiKey}`);
  expect(ofKey).toMatchObject({ status: 200, videos: { total: 1 } });
  expect(await videosOf(`${apiUrl}/console/api/videos`, `Bearer ${access}`)).toEqual(ofKey);
  expect((await videosOf(`${apiUrl}/console/api/videos`, `Bearer ${apiKey}`)).status).toBe(401);
  expect((await videosOf(`${apiUrl}/api/videos`, `Bearer ${access}`)).status).toBe(401);

  const exited = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await service.output).toBe(`${JSON.stringify(service.ready)}\n`);
});

// A page can make its own name lead to 127.0.0.1 (DNS rebinding): what it asks here would be of its own origin.
test('nothing is answered under a name that is not of this machine', async () => {
  using folder = temporaryFolder();
  await using service = await serve(folder.path, []);
  const { apiUrl } = service.ready;
  const { port } = new URL(apiUrl);
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
    for (const target of [
      'GET /',
      'GET /videos',
      'GET /config.json',
      'GET /assets/main.js',
      'GET /oidc/.well-known/openid-configuration',
      'POST /oidc/token',
      'POST /signin/abc',
      'GET /api/docs',
      'GET /api/videos',
      'GET /console/api/videos',
      'GET /nowhere',
    ]) {
      const connection = await rawConnection(apiUrl);
      await connection.send(`${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`);
      const { status, body } = await connection.answer();
      connection.socket.destroy();
      const message = expect.stringMatching(/^The Host header names another server\. /);
      const error = { code: 'INVALID_PARAMETER', message };
      expect([target, host, status, JSON.parse(body)]).toEqual([target, host, 400, { error }]);
    }
  }
});

test('users, password and account stay over a restart', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  const signIn = async () => {
    await using service = await serve(folder.path, []);
    const { apiUrl } = service.ready;
    const password = readFileSync(path.join(folder.path, 'demo-password'), 'utf8');
    const { access } = await (await consoleClient(apiUrl)).signIn('demo', password);
    expect((await videosOf(`${apiUrl}/console/api/videos`, `Bearer ${access}`)).status).toBe(200);
    const { iss, sub } = decodeJwt(access);
    return { password, iss, sub };
  };
  expect(await signIn()).toEqual(await signIn());
});

test('without the console, its addresses are the API’s to refuse', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  await using service = await serve(folder.path, ['--api-only']);
  const { apiUrl } = service.ready;
  for (const target of ['/videos', '/config.json', '/oidc/jwks', '/signin/page.css']) {
    expect((await fetch(apiUrl + target)).status).toBe(401);
  }
  expect((await fetch(`${apiUrl}/console/api/videos`)).status).toBe(401);
});
