/** Compares the lists of rehearsal/proven.md with the repository: a proven claim names its command, the rest how it is checked. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ROUTES } from '../../shared/contract/routes.ts';
import { CFN_LINT_VERSION } from '../conformance/cfn-lint.ts';
import { REFERENCES } from '../conformance/references.ts';
import { RIE_VERSIONS } from '../conformance/rie/install-rie.ts';
import { resourcesOf, synthesize } from './synthesized.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'rehearsal/proven.md'), 'utf8');

/** The items of the only list below a heading: of each its first line, and the points below it. */
function itemsBelow(heading: string): string[][] {
  const [, text = ''] = guide.split(`## ${heading}\n`);
  const [section = ''] = text.split(/^##/m);
  const list = section.split('\n\n').find((block) => block.startsWith('- ')) ?? '';
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.split(/^ {2}- /m).map((point) => point.replace(/\s+/g, ' ').trim()));
}

const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

/** The label of a point, empty for a command. */
const labelOf = (point: string): string => /^(expected:|see) /.exec(point)?.[1] ?? '';

const proven = itemsBelow('Proven without an account').map(([line = '', ...claims]) => {
  const [command = '', check = ''] = line.split(', judged by ');
  return { command, check, claims };
});
const unproven = itemsBelow('Needs an account');

test('every claim is in one of the lists, once', () => {
  expect(proven.length).toBeGreaterThan(10);
  expect(unproven.length).toBeGreaterThan(10);
  const claims = [...proven.flatMap((each) => each.claims), ...unproven.map(([claim = '']) => claim)];
  expect(claims.filter((claim, i) => claim === '' || claims.indexOf(claim) !== i)).toEqual([]);
});

test('every claim that needs an account has a command, an outcome and the place that decides it', () => {
  const points = unproven.map(([claim, ...rest]) => [claim, ...rest.map(labelOf)]);
  expect(points).toEqual(unproven.map(([claim]) => [claim, '', 'expected:', 'see']));
});

describe('what is proven', () => {
  test.each(proven)('by $command', ({ command, check, claims }) => {
    const commands = codeIn(command);
    expect(commands).not.toEqual([]);
    expect(claims).not.toEqual([]);
    for (const each of commands) {
      const [script = ''] = found(each, /^npm run (\S+)/g);
      const files = found(each, /(?<= )(test\/\S+)/g);
      if (script !== '') expect(Object.keys(packageJson.scripts)).toContain(script);
      else expect(files).not.toEqual([]);
      for (const file of files) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    }
    expect(check).not.toBe('');
  });

  test('by reference implementations of the installed versions', () => {
    const linters = [`cfn-lint ${CFN_LINT_VERSION}`, `cdk-nag ${packageJson.devDependencies['cdk-nag']}`];
    const emulated = Object.entries(RIE_VERSIONS).map(([name, version]) => `${name} ${version}`);
    const versions = [
      ...REFERENCES.map(({ name, version }) => ({ script: `npm run conformance:${name}`, named: [version] })),
      { script: 'npm run conformance:template', named: linters },
      { script: 'npm run conformance:rie', named: emulated },
      { script: 'npm run conformance:image', named: emulated },
    ];
    const judged = new Map(proven.map(({ command, check }) => [codeIn(command)[0] ?? '', check]));
    for (const { script, named } of versions)
      for (const version of named)
        expect([script, judged.get(script)]).toEqual([script, expect.stringContaining(version)]);
  });
});

describe('what needs an account', () => {
  const { service, data } = synthesize({ stage: 'prod', profile: 'production' });
  const functions = [...resourcesOf(service, 'AWS::Lambda::Function').values()].map(
    ({ Properties }) => Properties.FunctionName,
  );
  const outputs = [service, data].flatMap((template) => Object.keys(template.toJSON().Outputs ?? {}));
  /** Paths that are no route on purpose. */
  const nowhere = ['/nothing'];

  test.each(unproven)('%s', (claim = '', command = '', expected = '', where = '') => {
    const code = codeIn(command).join('\n');
    const isSection = /^\[.*\]\([./a-z]*#[a-z-]+\)/.test(command);
    expect([claim, code !== '' || isSection, expected !== '', where !== '']).toEqual([
      claim,
      true,
      true,
      true,
    ]);
    for (const name of found(code, /npx vms ([a-z][a-z -]*[a-z])/g)) {
      const known = COMMANDS.some((entry) => name === entry.name || name.startsWith(`${entry.name} `));
      expect([name, known]).toEqual([name, true]);
    }
    for (const script of found(code, /npm run (\S+)/g))
      expect(Object.keys(packageJson.scripts)).toContain(script);
    for (const name of found(code, /\$\(output (\w+)\)/g)) expect(outputs).toContain(name);
    for (const name of found(code, /(?:loggroup|--function-name) (vms-prod-[\w-]+)/g))
      expect(functions).toContain(name);
    for (const target of found(code, /\$VMS_API_URL(\/[^"?]*)/g)) {
      const segments = target.split('/');
      const isRoute = ROUTES.some((route) => {
        const pattern = route.path.split('/');
        return (
          pattern.length === segments.length &&
          pattern.every((part, i) => part.startsWith('{') || part === segments[i])
        );
      });
      expect([target, isRoute || nowhere.includes(target)]).toEqual([target, true]);
    }
  });
});
