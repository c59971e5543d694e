import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { buildFailure } from '../../../../local/site/build/build-failure.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The report of a failing build of these files; the first is the page's script. */
async function failureOf(files: Readonly<Record<string, string>>): Promise<string> {
  using folder = temporaryFolder();
  const [script = ''] = Object.keys(files);
  const page = `<!doctype html><script type="module" src="/${script}"></script>`;
  for (const [name, text] of Object.entries({ ...files, 'index.html': page }))
    writeFileSync(path.join(folder.path, name), text);
  const failed = build({ root: folder.path, configFile: false, logLevel: 'silent' });
  return await failed.then(() => expect.unreachable(), buildFailure);
}

describe('the reason of a build that fails is one line, with the place and without colours', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'source that is none',
      { 'main.ts': '\nconst broken = ;' },
      /^\[\S+\] Unexpected token \(\S+main\.ts:2:16\)$/,
    ],
    [
      'a file that is missing',
      { 'main.ts': 'import "./nothing.ts";' },
      /^\[\S+\] Could not resolve '.\/nothing\.ts' in \S+main\.ts \(\S+main\.ts:1:8\)$/,
    ],
    [
      'a stylesheet that is none',
      { 'main.ts': 'import "./look.module.css";', 'look.module.css': '.x { color: ' },
      /^\[\S+\] \S+look\.module\.css:1:1: Unclosed block$/,
    ],
  ])('%s', async (_, files, expected) => {
    expect(await failureOf(files)).toMatch(expected);
  });

  test('whatever was thrown', () => {
    expect(buildFailure(new Error('No space left\n    at write (fs.js:1:2)'))).toBe('No space left');
    expect(buildFailure('gone')).toBe('gone');
    expect(buildFailure(null)).toBe('null');
    const several = Object.assign(new Error('All:'), { errors: [new Error('one'), new Error('two')] });
    expect(buildFailure(several)).toBe('one, and 1 more');
  });
});
