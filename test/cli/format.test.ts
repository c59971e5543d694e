import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../cli/format.ts';

test.skipIf(process.platform === 'win32').each(['data', '/tmp/a b', "it's", '$HOME `x` "y" \\', ''])(
  'a shell reads %j as one word',
  (text) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
  },
);
