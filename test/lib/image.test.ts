import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CDK_VARIABLES } from '../../bin/deploying/cdk.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { RULE } from '../architecture/rule.ts';
import { resourcesOf, synthesize } from './synthesized.ts';

const dockerfile = readFileSync(new URL('../../functions/detector/Dockerfile', import.meta.url), 'utf8');

interface Stage {
  from: string;
  name: string;
  commands: string[];
}

const stages: Stage[] = [];
for (const line of dockerfile.split('\n')) {
  const [, from, name = ''] = /^FROM (.+?)(?: AS (\S+))?$/.exec(line) ?? [];
  if (from !== undefined) stages.push({ from, name, commands: [] });
  else if (/^[A-Z]+ /.test(line)) stages.at(-1)?.commands.push(line);
}

/** The stage and those below it. */
function lineage(name: string): Stage[] {
  const stage = stages.find((each) => each.name === name);
  return stage === undefined ? [] : [stage, ...lineage(stage.from)];
}

const runsIn = (stage: Stage): boolean => stage.commands.some((command) => command.startsWith('RUN '));

test.each([
  ['amd64', 'arm64'],
  ['arm64', 'amd64'],
])('on %s an image for %s is built without running anything of that platform', (build, target) => {
  const built = lineage(`built-on-${build}-for-${target}`);
  expect(built.length).toBeGreaterThan(1);
  expect(built.filter(runsIn)).toEqual([]);
});

test.each(['arm64', 'amd64'])('an image that its machine can run is tried on it: %s', (platform) => {
  expect(
    lineage(`built-on-${platform}-for-${platform}`)
      .filter(runsIn)
      .map(({ name }) => name),
  ).toEqual(['tried']);
});

test('packages are installed on the platform of the build', () => {
  const [files] = stages.filter(runsIn);
  expect(files?.from).toMatch(/^--platform=\$BUILDPLATFORM /);
});

test('the image has the packages that functions may import and no others: no identity provider, nothing of the console', () => {
  const [, uninstalled = ''] = /npm uninstall (.*?) &&/s.exec(dockerfile.replaceAll('\\\n', ' ')) ?? [];
  const removed = uninstalled.split(/\s+/).filter((word) => word !== '' && !word.startsWith('--'));
  const imported = Object.entries(RULE)
    .filter(([part]) => part === 'functions' || part.startsWith('shared/'))
    .flatMap(([, { packages = [] }]) => packages);
  const others = Object.keys(packageJson.dependencies).filter((name) => !imported.includes(name));
  // The workspace's own package is removed with its link.
  expect(removed.sort()).toEqual(others.filter((name) => name !== 'vms-cli').sort());
  expect(removed).toContain('oidc-provider');
});

test('the image runs as a user without rights', () => {
  expect(lineage('image')[0]?.commands).toContain('USER 65534:65534');
});

test('the base image is a dated one of the runtime that the other functions have', () => {
  expect(dockerfile).toMatch(
    /^ARG BASE_IMAGE=public\.ecr\.aws\/lambda\/nodejs:24\.\d{4}\.\d\d\.\d\d\.\d\d$/m,
  );
  for (const { from } of stages.filter(
    ({ from: base }) => !stages.some(({ name }) => base.startsWith(name)),
  )) {
    expect(from).toMatch(/\$\{(BASE_IMAGE|BUILDARCH)\}/);
  }
});

test('another base image makes another image', () => {
  const digest = `public.ecr.aws/lambda/nodejs@sha256:${'0'.repeat(64)}`;
  const images = (context: Record<string, unknown>): string[] => {
    const { service } = synthesize(context);
    const functions = [...resourcesOf(service, 'AWS::Lambda::Function').values()];
    return functions
      .filter(({ Properties }) => Properties.PackageType === 'Image')
      .map(({ Properties }) => JSON.stringify(Properties.Code));
  };
  for (const image of images({ baseImage: digest })) expect(images({})).not.toContain(image);
});

test('`npm run deploy` builds an image without attestations, which Lambda would refuse', () => {
  expect(packageJson.scripts.deploy).toBe('exec node bin/deploy.ts');
  expect(CDK_VARIABLES).toEqual({ BUILDX_NO_DEFAULT_ATTESTATIONS: '1' });
});
