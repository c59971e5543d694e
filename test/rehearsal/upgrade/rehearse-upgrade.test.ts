/** The upgrade of these stacks to themselves, with some of the states; `npm run rehearse -- upgrade FROM` has all of them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  readStacks,
  type SynthesizedStack,
  type TemplateResource,
} from '../../../rehearsal/template/stacks.ts';
import { rehearseUpgrade } from '../../../rehearsal/upgrade/rehearse-upgrade.ts';
import { apiOf, type Release, ROOT } from '../../../rehearsal/upgrade/release.ts';
import { openJournal, type State } from '../../../rehearsal/upgrade/state.ts';
import { SETTLED } from '../../../rehearsal/upgrade/states/settled.ts';
import { WAITING } from '../../../rehearsal/upgrade/states/waiting.ts';
import { TIER_LIMITS } from '../../../shared/contract/limits.ts';
import { synthesize } from '../../lib/synthesized.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { openTestIssuer } from '../../support/identity/open-issuer.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { bundledCode } from '../deployment/bundled-code.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const AS_BY_CDK = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

const named = (states: readonly State[], pattern: RegExp): State[] =>
  states.filter(({ name }) => pattern.test(name));

/** Upgrades the stacks to changed ones. @returns what went wrong */
async function upgraded(
  change: (stacks: readonly SynthesizedStack[]) => readonly SynthesizedStack[],
  states: { settled: readonly State[]; waiting: readonly State[] },
): Promise<readonly string[]> {
  const assembly = synthesize(AS_BY_CDK).app.synth().directory;
  const stacks = await readStacks(assembly);
  const folder = await temporaryFolder('upgrade');
  const issuer = await openTestIssuer();
  afterFile(issuer.close);
  const api = await apiOf(ROOT);
  const codeOf = bundledCode(assembly, folder);
  const release = { codeOf, api, vms: path.join(ROOT, 'cli/vms.js') };
  const before: Release = { ...release, name: 'before', stacks };
  const after: Release = { ...release, name: 'after', stacks: change(stacks) };
  const journal = openJournal(() => undefined);
  const clip = new Uint8Array(await readFile(await shortClip(2)));
  await rehearseUpgrade({ before, after, journal, say: () => {}, folder, clip, issuer, states });
  return journal.problems;
}

/** So many that some minute has more than the free tier allows, also where the second one begins meanwhile. */
const manyRequests: State = {
  name: 'many requests within a minute',
  async write({ fetch }) {
    const statuses = new Set<number>();
    for (let sent = 0; sent <= 2 * TIER_LIMITS.free; sent++)
      statuses.add((await fetch('api/v1/whoami', { method: 'GET' })).status);
    expect([...statuses]).toEqual([200]);
    return async () => undefined;
  },
};

test('data in several states, and work that waits in queue, outbox and dead letters, outlasts an upgrade and its rollback', {
  tags: 'long',
}, async () => {
  const problems = await upgraded((stacks) => stacks, {
    settled: [...named(SETTLED, /^keys|^a video that was deleted|^a person/), manyRequests],
    waiting: named(WAITING, /parked|outbox|^uploads/),
  });
  expect(problems).toEqual([]);
});

test('a release that would lose data is not deployed', { tags: 'long' }, async () => {
  const byOwner = (stacks: readonly SynthesizedStack[]): SynthesizedStack[] =>
    stacks.map(({ name, template }) => ({
      name,
      template: {
        ...template,
        Resources: Object.fromEntries(
          Object.entries(template.Resources).map(([id, resource]) => [
            id,
            /^videos[0-9A-F]{8}$/.test(id) ? { ...resource, Properties: keyedByOwner(resource) } : resource,
          ]),
        ),
      },
    }));
  const problems = await upgraded(byOwner, { settled: [], waiting: [] });
  expect(problems).toEqual([
    // A failed upgrade, the upgrade, and what would be rolled back.
    ...Array.from({ length: 3 }, () => expect.stringContaining('would be replaced by an empty table')),
  ]);
});

const keyedByOwner = ({ Properties = {} }: TemplateResource) => ({
  ...Properties,
  KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'owner', AttributeType: 'S' }],
});
