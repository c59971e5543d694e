import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { callSamples, type SampleLanguage } from '../../../../console/pages/keys/call-samples.ts';

const INTERPRETERS: Record<SampleLanguage, readonly [command: string, ...args: string[]]> = {
  curl: ['sh', '-c'],
  TypeScript: [process.execPath, '--input-type=module-typescript', '-e'],
  Python: ['python3', '-c'],
};

const SECRET = 'vms_sk_secret';

test.for(['curl', 'TypeScript', 'Python'] as const)(
  'the sample in %s calls with the key and prints the answer',
  async (language, { skip }) => {
    const [command, ...args] = INTERPRETERS[language];
    if (spawnSync(language === 'curl' ? 'curl' : command, ['--version']).status !== 0)
      skip(`${command} is not installed`);
    const server = createServer(({ headers }, response) => {
      const isKnown = headers.authorization === `Bearer ${SECRET}`;
      response
        .writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
        .end('{"videos":"none"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/videos`;
      const sample = callSamples(address, SECRET).find((each) => each.language === language);
      const { stdout } = await promisify(execFile)(command, [...args, sample?.code ?? '']);
      expect(stdout).toMatch(language === 'curl' ? '{"videos":"none"}' : /^200 .*videos.*none/);
    } finally {
      server.close();
    }
  },
);
