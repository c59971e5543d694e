import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SANDBOX_LIMITS, DecoderSandbox } from '../../../../shared/media/decode/decoder-sandbox.ts';
import { examineConfinement } from '../../../../shared/media/decode/examine-confinement.ts';
import { descendants } from '../../../support/service/processes.ts';
import type { Targets } from './hostile-program.ts';

const isConfinable = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const program = new URL('./hostile-program.ts', import.meta.url);

let folder: string;
let targets: Targets;
let heard: string[];
const tcp = createServer((socket) => {
  heard.push('tcp');
  socket.destroy();
});
const udp = createSocket('udp4', () => heard.push('udp'));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vms-confinement-'));
  tcp.listen(0, '127.0.0.1');
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
});
afterAll(async () => {
  tcp.close();
  udp.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  heard = [];
  const file = (name: string) => path.join(folder, name);
  targets = {
    secretFile: file('credentials.json'),
    victimFile: file('victim'),
    newFile: file('new'),
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
  };
  for (const name of [targets.secretFile, targets.victimFile])
    await writeFile(name, 'secret', { mode: 0o600 });
  for (const name of [targets.newFile, `${targets.newFile}.renamed`]) await rm(name, { force: true });
});

async function outcomes(stdin: Writable, stdout: Readable): Promise<Record<string, string | 0>> {
  stdin.end(JSON.stringify(targets));
  return (await json(stdout)) as Record<string, string | 0>;
}

/** What the hostile program's attempts come to when nothing confines it. */
async function unconfined(): Promise<Record<string, string | 0>> {
  const child = spawn(process.execPath, [program.pathname], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const found = await outcomes(child.stdin, child.stdout);
  await closed;
  return found;
}

describe.skipIf(!isConfinable)('code in the place of the decoder', () => {
  test('gets at no file, connection or process by any system call, from any thread', async () => {
    await using sandbox = new DecoderSandbox(DEFAULT_SANDBOX_LIMITS, { timeoutMs: 20_000, module: program });
    const found = await outcomes(sandbox.stdin, sandbox.stdout);
    await sandbox.ended();
    const { 'clone a process': cloned, ...others } = found;
    // Says that there is no such call, so that the C library makes threads by another one.
    expect(cloned).toBe('ENOSYS');
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((what) => [what, 'EPERM'])));
    expect(heard).toEqual([]);
    expect(existsSync(targets.newFile)).toBe(false);
    expect(existsSync(targets.victimFile)).toBe(true);
  });

  test('would get at them, were it not confined', async () => {
    const found = await unconfined();
    expect(found).toMatchObject({
      'read the credentials': 0,
      'read the credentials in a thread': 0,
      'write a file': 0,
      'delete a file': 0,
      'connect by TCP': 0,
      'send by UDP': 0,
      fork: 0,
      'run a program': 'ENOENT',
      'signal the service': 0,
      'have the service signalled': 0,
    });
    expect(heard.toSorted()).toEqual(['tcp', 'udp']);
    expect(existsSync(targets.newFile) || existsSync(`${targets.newFile}.renamed`)).toBe(true);
  });
});

test.skipIf(!isConfinable)('files that the parent of the service left open are closed', async () => {
  const reader = path.join(folder, 'reader.mjs');
  await writeFile(
    reader,
    `import { readSync, writeSync } from 'node:fs';
    const read = () => { try { return readSync(20, Buffer.alloc(6)); } catch ({ code }) { return code; } };
    writeSync(1, String(read()));`,
  );
  const entry = new URL('../../../../shared/media/decode/confinement/confined-entry.ts', import.meta.url)
    .href;
  const run = async (...options: string[]) => {
    await using secret = await open(targets.secretFile);
    const stdio = ['ignore', 'pipe', 'inherit', ...Array(17).fill('ignore'), secret.fd];
    return spawnSync(process.execPath, ['--no-warnings', ...options, reader], { stdio, encoding: 'utf8' })
      .stdout;
  };
  expect(await run()).toBe('6');
  expect(await run('--import', entry)).toBe('EBADF');
});

describe.skipIf(!isConfinable)('the decoder process', () => {
  /** Runs `look` at a decoder that waits for its first packet. */
  async function atDecoder(look: (pid: number) => void): Promise<void> {
    const before = new Set(descendants(process.pid).map(({ pid }) => pid));
    await using sandbox = new DecoderSandbox(DEFAULT_SANDBOX_LIMITS, { timeoutMs: 20_000 });
    const [child] = descendants(process.pid).filter(({ pid }) => !before.has(pid));
    const pid = child?.pid ?? 0;
    await expect.poll(() => status(pid, pid, 'Seccomp'), { timeout: 20_000 }).toBe('2');
    look(pid);
    sandbox.kill();
  }

  const status = (pid: number, thread: number, field: string): string | undefined =>
    new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(
      readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'),
    )?.[1];

  test('is confined in all its threads, before it has read anything, and is never root', () =>
    atDecoder((pid) => {
      const threads = readdirSync(`/proc/${pid}/task`).map(Number);
      expect(threads.length).toBeGreaterThan(1);
      for (const thread of threads) {
        expect(status(pid, thread, 'Seccomp')).toBe('2');
        expect(status(pid, thread, 'NoNewPrivs')).toBe('1');
        expect(status(pid, thread, 'Uid')).not.toBe('0');
      }
    }));

  test('has no file open', () =>
    atDecoder((pid) => {
      const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      const files = targets.filter((target) => target.startsWith('/') && target !== '/dev/null');
      expect(files).toEqual([]);
      // Its three pipes, which Node makes of sockets.
      expect(targets.filter((target) => target.startsWith('socket:'))).toHaveLength(3);
    }));

  test.skipIf(spawnSync('unshare', ['--net', 'true']).status !== 0)(
    'is in a network of its own from its first instruction',
    () =>
      atDecoder((pid) => {
        expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
        expect(readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1);
      }),
  );
});

/** Runs a program of ours as a user who is not root. Null when it may not read this project. */
function asNobody(source: string): unknown {
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const run = (code: string) =>
    spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
      ...user,
      cwd: '/',
      env: { SECRET: 'credentials', PATH: process.env.PATH },
      encoding: 'utf8',
    });
  if (
    run(`await import('${new URL('../../../../shared/media/decode/decoder-sandbox.ts', import.meta.url)}')`)
      .status !== 0
  ) {
    return null;
  }
  return JSON.parse(run(source).stdout);
}

const module = (name: string) =>
  `'${new URL(`../../../../shared/media/decode/confinement/${name}`, import.meta.url)}'`;

describe.skipIf(!isConfinable)('what the decoder can reach is tried out', () => {
  test('nothing, where it is confined', async () => {
    expect(await examineConfinement()).toEqual([]);
  });

  test('nothing, also for a user who may change neither user nor network', ({ skip }) => {
    const reached = asNobody(`
      import { examineConfinement } from ${module('../examine-confinement.ts')};
      console.log(JSON.stringify(await examineConfinement()));`);
    if (reached === null) skip('another user may not read this project');
    expect(reached).toEqual([]);
  });

  test('everything, where nothing confines it', () => {
    const attempts = new URL('../../../../shared/media/decode/confinement-attempts.ts', import.meta.url)
      .pathname;
    const { stdout } = spawnSync(process.execPath, ['--no-warnings', attempts], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([
      'files',
      'the environment of the service',
      'processes',
      'signals',
      'network',
    ]);
  });
});

test.skipIf(process.platform !== 'linux')(
  'the environment of the service is hidden from processes of the same user, confined or not',
  ({ skip }) => {
    const seen = asNobody(`
      import { spawnSync } from 'node:child_process';
      import { hideProcess } from ${module('hide-process.ts')};
      const look = () =>
        spawnSync('cat', ['/proc/' + process.pid + '/environ'], { encoding: 'utf8' }).stdout.includes('credentials');
      const before = look();
      hideProcess();
      console.log(JSON.stringify([before, look()]));`);
    if (seen === null) skip('another user may not read this project');
    expect(seen).toEqual([true, false]);
  },
);
