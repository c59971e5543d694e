/** The workflows of GitHub, as far as the repository can tell; `actionlint` checks their syntax. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).sort();
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

test('there are the checks and the deployment', () => {
  expect(workflows.map((file) => path.basename(file))).toEqual(['check.yml', 'deploy.yml']);
});

describe.each(workflows)('%s', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');

  test('pins actions by commit, with the version beside it', () => {
    const actions = found(text, /uses: (.*)/g);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('runs scripts that there are', () => {
    for (const script of found(text, /npm run (?:--silent )?([\w:]+)/g))
      expect(Object.keys(packageJson.scripts)).toContain(script);
  });

  test('gives its token nothing but reading, unless a job says more, and keeps it from later steps', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n$/m);
    expect(found(text, /(persist-credentials: false)/g)).toHaveLength(
      found(text, /(actions\/checkout@)/g).length,
    );
  });

  test('puts no text of others into a script', () => {
    const scripts = text
      .split(/^ +(?:- )?run:/m)
      .slice(1)
      .map((rest) => rest.split(/^ +(?:- |\w[\w-]*:)/m)[0]);
    expect(scripts.filter((script) => script?.includes('${{'))).toEqual([]);
  });
});
