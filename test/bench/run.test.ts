import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sampledRows } from '../support/run/long.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = (file: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(root, file), ...args], { cwd: root });

test.each(
  sampledRows([
    ['bench/run.ts', ['nothing'], /^"nothing" is none of bundles, init, .*\.\n$/],
    [
      'bench/run.ts',
      ['--repetitions', '0'],
      /^--repetitions must be a whole number, 1 or more, not "0"\.\n$/,
    ],
    [
      'bench/run.ts',
      ['bundles', '--repetitions', '1', '--repetitions', '2'],
      /^--repetitions is given more than once\.\n$/,
    ],
    ['research/camera/run.ts', [], /^One of --pictures and --clips is needed; .*\n$/],
    ['research/camera/run.ts', ['--clips', 'a', '--clips', 'b'], /^--clips is given more than once\.\n$/],
    ['research/mot/detect.ts', ['--out', 'a', '--out', 'b'], /^--out is given more than once\.\n$/],
  ]),
)('%s with %s is refused in one line with exit code 2', { tags: 'sampled' }, async (file, args, stderr) => {
  await expect(run(file, ...args)).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(stderr),
  });
});

test('help of the benchmarks names them', { tags: 'long' }, async () => {
  const { stdout } = await run('bench/run.ts', '--help');
  expect(stdout).toContain('detection, pipeline, api');
});
