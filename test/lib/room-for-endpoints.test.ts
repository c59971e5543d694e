/** How many more endpoints fit into the quotas of AWS, by what more of them really add to the stack. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GRANTS } from '../../lib/grants.ts';
import { PROFILES } from '../../lib/profiles.ts';
import type { PolicyDocument } from '../../rehearsal/policies/policy.ts';
import { resolveStacks } from '../../rehearsal/template/resolve.ts';
import { Resources } from '../../rehearsal/template/resources.ts';
import type { Template } from '../../rehearsal/template/stacks.ts';
import type { Route } from '../../shared/contract/route.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { synthesizeAnother } from './synthesized.ts';

/** The endpoint definitions and grants that stacks are made of: arrays and objects as any, which a test may extend for a while. */
const [routes, grants] = [ROUTES as Route[], GRANTS as Record<string, unknown>];
const existing = [...ROUTES];

/** Does something with endpoints more, like those that there are, each with a function and a path of its own. */
function withMore<T>(count: number, work: () => T): T {
  const more = Array.from({ length: count }, (_, n) => {
    const route = existing[n % existing.length];
    if (route === undefined) throw new Error('There are no endpoints');
    // Another name for the same file.
    const key = route.key.replace('/', '/'.repeat(2 + Math.floor(n / existing.length)));
    grants[key] = grants[route.key];
    return { ...route, key, path: `${route.path}/more-${n}`.replace('//', '/') };
  });
  routes.push(...more);
  try {
    return work();
  } finally {
    routes.splice(existing.length);
    for (const { key } of more) delete grants[key];
  }
}

const lengthOf = (value: unknown): number => JSON.stringify(value ?? '').length;
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/**
 * Sources: "Understand CloudFormation quotas", "Quotas for configuring and running a REST API in API Gateway", and "IAM and AWS
 * STS quotas", which counts no white space.
 */
const QUOTAS = {
  'resources of a stack': 500,
  'bytes of its template': 1_000_000,
  'resources of the API': 300,
  'bytes of its description': 6_000_000,
  'policies in a role': 10_240,
  'managed policy': 6_144,
  'trust policy': 2_048,
};

/** What grows with every endpoint alike; policies continue in others when they are full. */
const GROWING = [
  'resources of a stack',
  'bytes of its template',
  'resources of the API',
  'trust policy',
] as const;

const PLACE = { region: 'ap-southeast-1', accountId: '111122223333', issuer: 'https://x/x', queueOrigin: '' };

/** What CloudFormation appends to the names that it makes. */
const SUFFIX = '-AbCdEfGhIjKl';

/** How much of each quota the stacks use. */
function measure(profile: string): Record<keyof typeof QUOTAS, number> {
  const { app } = synthesizeAnother({
    profile,
    stage: profile,
    // What `cdk synth` writes into the templates besides.
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
  });
  const files = app.synth().stacks.map(({ stackName, templateFullPath }) => {
    const text = readFileSync(templateFullPath, 'utf8');
    return { name: stackName, bytes: Buffer.byteLength(text), template: JSON.parse(text) as Template };
  });
  const resources = new Resources(
    resolveStacks(
      files.filter(({ name }) => !name.endsWith('-console')),
      PLACE,
    ),
  );
  const roles = resources.of('AWS::IAM::Role');
  const inRole = (ref: string, policies: unknown): number =>
    [
      ...((policies ?? []) as { PolicyDocument: PolicyDocument }[]),
      ...resources
        .of('AWS::IAM::Policy')
        .map(({ properties }) => properties as unknown as { Roles: string[]; PolicyDocument: PolicyDocument })
        .filter(({ Roles }) => Roles.includes(ref)),
    ].reduce((sum, { PolicyDocument: document }) => sum + lengthOf(document), 0);
  const [api] = resources.of('AWS::ApiGateway::RestApi');
  const body = api?.properties.Body as { paths: object };
  return {
    'resources of a stack': most(files.map(({ template }) => Object.keys(template.Resources).length)),
    'bytes of its template': most(files.map(({ bytes }) => bytes)),
    'resources of the API': Object.keys(body.paths).length,
    'bytes of its description': lengthOf(body),
    'policies in a role': most(roles.map(({ ref, properties }) => inRole(ref, properties.Policies))),
    'managed policy': most(
      resources.of('AWS::IAM::ManagedPolicy').map(({ properties }) => lengthOf(properties.PolicyDocument)),
    ),
    'trust policy': most(
      roles.map(
        ({ properties: { AssumeRolePolicyDocument: document } }) =>
          lengthOf(document) + (JSON.stringify(document).split(':role/').length - 1) * SUFFIX.length,
      ),
    ),
  };
}

const MORE = 60;

for (const profile of Object.keys(PROFILES)) {
  const title = `the profile ${profile} has room for ${MORE} more endpoints like those that there are`;
  // `production` has all that the others have.
  test(title, profile === 'production' ? {} : { tags: 'long' }, async ({ annotate }) => {
    const now = measure(profile);
    const then = withMore(MORE, () => measure(profile));
    const quotas = Object.entries(QUOTAS) as [keyof typeof QUOTAS, number][];
    for (const [name, quota] of quotas)
      await annotate(`${name}: ${now[name]}, with ${MORE} more ${then[name]}, of ${quota}`);
    const fitting = GROWING.map((name) => (MORE * (QUOTAS[name] - now[name])) / (then[name] - now[name]));
    await annotate(`${Math.floor(Math.min(...fitting))} more fit`);
    expect(GROWING.filter((name) => then[name] - now[name] < MORE / 10)).toEqual([]);
    expect(quotas.filter(([name, quota]) => then[name] > quota)).toEqual([]);
  });
}
