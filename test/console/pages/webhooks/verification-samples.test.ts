import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { VERIFICATION_SAMPLES } from '../../../../console/pages/webhooks/verification-samples.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PACKAGE = pathToFileURL(path.join(ROOT, 'client/package/entry.ts')).href;
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazEY0lzZqS8=';
const BODY = JSON.stringify({ type: 'video.processed', sequence: 7 });

/** Commands that run a sample, as a receiver at this port; what they need besides is asked for first. */
const PROGRAMS: Record<string, (code: string, port: number) => readonly string[]> = {
  TypeScript: (code, port) => [
    ...[process.execPath, '--input-type=module-typescript', '-e'],
    code.replace("'video-metadata-client'", `'${PACKAGE}'`).replace('3000', String(port)),
  ],
  Python: (code, port) => ['python3', '-c', `${code}\n\napp.run(port=${port})`],
};
const PYTHON = { ...process.env, PYTHONPATH: path.join(ROOT, 'sdk/python/src'), VMS_WEBHOOK_SECRET: SECRET };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The status that was answered; null: nobody listens yet. */
const post = (port: number, headers: Record<string, string>): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body: BODY }).then(
    ({ status }) => status,
    () => null,
  );

test.for(VERIFICATION_SAMPLES)(
  'the sample in $language takes what is signed, and refuses what is not',
  { timeout: 30_000 },
  async ({ language, code }, { skip }) => {
    if (
      language === 'Python' &&
      spawnSync('python3', ['-c', 'import flask, video_metadata'], { env: PYTHON }).status !== 0
    )
      skip('Python has no flask, or not what the package needs');
    const port = await freePort();
    const [command = '', ...args] = PROGRAMS[language]?.(code, port) ?? [];
    const receiver = spawn(command, args, { env: PYTHON, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void receiver.kill());
    let printed = '';
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const at = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', at, BODY),
    };
    await expect.poll(() => post(port, headers), { timeout: 20_000 }).toBe(204);
    expect(await post(port, { ...headers, 'webhook-id': 'evt_2' })).toBe(400);
    if (language === 'TypeScript') await expect.poll(() => printed).toMatch(/^evt_1 .*video\.processed/s);
  },
);
