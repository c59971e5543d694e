import { type Deployment, deploy } from '../deployment/deploy.ts';
import { expectEqual } from '../flow/expect.ts';
import { type Cloud, startCloud } from '../stores/cloud.ts';
import { TABLE_TYPES } from '../stores/create-stores.ts';
import { resolveStacks } from '../template/resolve.ts';
import { Resources } from '../template/resources.ts';
import type { SynthesizedStack } from '../template/stacks.ts';
import { type Actor, actorOf } from './actor.ts';
import { operatorsLook, ownerLooks, strangersLook } from './onlookers.ts';
import { ReachedItems, storedItems } from './reached-items.ts';
import type { Release } from './release.ts';
import type { Journal, State, Written } from './state.ts';
import { SETTLED } from './states/settled.ts';
import { WAITING } from './states/waiting.ts';

interface UpgradeOptions {
  readonly before: Release;
  readonly after: Release;
  readonly journal: Journal;
  readonly say: (line: string) => void;
  /** For the stores. */
  readonly folder: string;
  readonly clip: Uint8Array<ArrayBuffer>;
  readonly issuer: { readonly issuer: string; readonly token: (subject: string) => Promise<string> };
  /** The states of the data; all if none are given. */
  readonly states?: { readonly settled: readonly State[]; readonly waiting: readonly State[] };
}

/** A release whose stacks are not all its own, as they are when a deployment has failed, or been rolled back. */
interface Deployed {
  readonly title: string;
  readonly release: Release;
  readonly stacks: readonly SynthesizedStack[];
  /** Whether work that waits is done; by default it is. */
  readonly isFed?: boolean;
}

const isData = ({ name }: SynthesizedStack): boolean => name.endsWith('-data');

/**
 * Deploys a release over another one that has left data in every state, and the older one over data of the newer: what was written is
 * read, worked with and completed each time, and nothing is denied, lost or left unread.
 */
export async function rehearseUpgrade(options: UpgradeOptions): Promise<void> {
  const { before, after, journal, say, folder, clip, issuer } = options;
  const { settled, waiting } = options.states ?? { settled: SETTLED, waiting: WAITING };
  const cloud = await startCloud({ folder, issuer: issuer.issuer });
  const reached = new ReachedItems();
  const written: Written[] = [];
  let secret: string | undefined;

  const under = async (
    { title, release, stacks, isFed = true }: Deployed,
    isOlder: boolean,
    work: (actor: Actor) => Promise<void>,
  ): Promise<void> => {
    say(`\n${title}`);
    const errors: string[] = [];
    const deployment = await journal.attempt('the stacks are deployed', () =>
      deployed(cloud, release, stacks, {
        log: (name, text) => void (/"level":"(INFO|DEBUG)"/.test(text) || errors.push(`${name}: ${text}`)),
        reached,
        isFed,
      }),
    );
    if (deployment === undefined) return;
    const known = journal.problems.length;
    try {
      const made = await actorOf(deployment, release, { clip, tokenFor: issuer.token, isOlder, secret });
      secret = made.secret;
      await work(made.actor);
      await journal.attempt('nothing was denied, and nothing failed', async () => {
        expectEqual('denials', deployment.access.denials, []);
        expectEqual('failures', deployment.failures, []);
      });
      if (journal.problems.length > known) for (const line of errors) say(line);
    } finally {
      await deployment.close();
    }
  };

  const write = async (actor: Actor): Promise<void> => {
    for (const { name, write } of [...settled, ...waiting]) {
      const check = await journal.attempt(`written: ${name}`, () => write(actor));
      if (check !== undefined) written.push({ name, check });
    }
  };

  const checkAll = async (actor: Actor): Promise<void> => {
    const stored = await storedItems(actor.deployment);
    for (const { name, check } of written) await journal.attempt(`found:   ${name}`, () => check(actor));
    await journal.attempt('found:   keys, accounts and users, by operators', () => operatorsLook(actor));
    await journal.attempt('found:   all videos, by their owner', () => ownerLooks(actor));
    await journal.attempt('found:   nothing, by another account', () => strangersLook(actor, stored));
    await journal.attempt('the sweeper finds nothing that it cannot do', () =>
      actor.deployment.fireSchedules(),
    );
    await actor.deployment.rest();
    await journal.attempt(`each of ${stored.length} items was read`, async () =>
      expectEqual('not read', reached.missing(stored), []),
    );
  };

  const mixed = [...after.stacks.filter(isData), ...before.stacks.filter((stack) => !isData(stack))];
  try {
    await under({ title: `Before: ${before.name}`, release: before, stacks: before.stacks }, false, write);
    const first = written.find(({ name }) => name === settled[0]?.name);
    const halfway = { title: 'A failed upgrade: the newer data stack, the older service', release: before };
    await under({ ...halfway, stacks: mixed, isFed: false }, false, async (actor) => {
      if (first !== undefined) await journal.attempt(`found:   ${first.name}`, () => first.check(actor));
    });
    await under(
      { title: `After: ${after.name}`, release: after, stacks: after.stacks },
      false,
      async (actor) => {
        await checkAll(actor);
        await write(actor);
      },
    );
    await under({ title: `Rolled back: ${before.name}`, release: before, stacks: mixed }, true, checkAll);
  } finally {
    await cloud.close();
  }
}

async function deployed(
  cloud: Cloud,
  { codeOf }: Release,
  stacks: readonly SynthesizedStack[],
  {
    log,
    reached,
    isFed,
  }: { log: (name: string, text: string) => void; reached: ReachedItems; isFed: boolean },
): Promise<Deployment> {
  const here = stacks.filter(({ name }) => !name.endsWith('-console'));
  reached.begin(new Resources(resolveStacks(here, cloud.place)).of(...TABLE_TYPES));
  return deploy({
    stacks,
    codeOf,
    issuer: cloud.place.issuer,
    folder: cloud,
    log,
    isFed,
    onItemsReached: (table, items) => reached.add(table, items),
  });
}
