import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { vms } from './vms.ts';
import { serve, startVms, vmsProcess } from './vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

test('with --json exactly one line is printed when the service is ready; SIGTERM to the process that it names ends it with exit code 0', async () => {
  using folder = temporaryFolder();
  await using service = await serve(folder.path);
  const { apiUrl, consoleUrl, apiKey } = service.ready;
  expect(consoleUrl).toBeNull();
  const answer = await fetch(`${apiUrl}/api/v1/whoami`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect(answer.status).toBe(200);
  const exited = once(service.child, 'exit');
  process.kill(service.ready.pid, 'SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await service.output).toBe(`${JSON.stringify(service.ready)}\n`);
});

test('the commands that it suggests reach the service, wherever its data is', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  const child = startVms(['serve', '--port', '0', '--api-only', '--data', folder.path]);
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    printed += chunk;
    if (printed.includes('Ctrl-C ends it.')) child.kill('SIGTERM');
  }
  const [, suggested = ''] = /^ {2}npx vms (upload .*)$/m.exec(printed) ?? [];
  expect(suggested).toBe(`upload VIDEO --process --wait --data ${folder.path}`);
});

test('a taken port and a taken data folder are reported plainly, and the running service is not disturbed', async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  await using service = await serve(folder.path);
  const { apiUrl } = service.ready;

  const samePort = await vmsProcess(['serve', '--port', new URL(apiUrl).port, '--data', other.path]);
  expect(samePort.code).toBe(1);
  expect(samePort.stderr).toMatch(/^Port \d+ is in use\. .*--port 0/);

  const sameFolder = await vmsProcess(['serve', '--port', '0', '--data', folder.path]);
  expect(sameFolder.code).toBe(1);
  expect(sameFolder.stderr).toContain(`${folder.path} cannot be used: a service runs there: ${apiUrl}`);

  expect((await vms(['list', '--data', folder.path])).code).toBe(0);
});

test('after SIGKILL a command does not believe what the service left behind', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  {
    await using service = await serve(folder.path);
    service.child.kill('SIGKILL');
    await once(service.child, 'exit');
  }
  const { code, stdout } = await vmsProcess(['list', '--json', '--data', folder.path]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ videos: [], total: 0 });
});

test.skipIf(process.platform !== 'linux')(
  'a data folder that cannot be made is reported in one line',
  async () => {
    for (const command of [['list'], ['serve', '--port', '0']]) {
      const { code, stdout, stderr } = await vmsProcess([...command, '--data', '/proc/none']);
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        'The folder /proc/none cannot be made: no folder can be made there. Choose another one with --data.\n',
      ]);
    }
  },
);
