import { PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test, vi } from 'vitest';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { newVideo } from '../../shared/domain/video.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { eraseAccount, type Logins } from '../../shared/service/erasure/erase-account.ts';
import { openErasureStores } from '../../shared/service/erasure/erasure-stores.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { erasedSince } from '../../shared/service/restore/restore.ts';
import { openRestoreStores } from '../../shared/service/restore/restore-stores.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';
import { openIdentityLookup } from '../../shared/stores/identities.ts';
import { openNewVideos } from '../../shared/stores/videos/new-videos.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { faultRandom, portion, sampleOf } from '../support/faults/faults.ts';
import { injectStoreFaults, storeMoments, unlessFaulted } from '../support/faults/store-faults.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { litter } from '../support/videos/broken-off-deletion.ts';
import { announce } from '../support/videos/direct-upload.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';
import { seedVideo } from '../support/videos/seed-video.ts';
import { haveDelivered } from '../support/webhooks/have-delivered.ts';

vi.setConfig({ testTimeout: 300_000 });

const random = faultRandom();
const bench = await startWorkbench();
const { environment } = bench;
const faults = injectStoreFaults();
const stores = openErasureStores(environment);
const operator = openAll(OPERATOR_STORES, environment);
const identities = openIdentityLookup(environment);
const ISSUER = 'https://issuer.example';
let clip: string;

beforeAll(async () => {
  clip = await shortClip(1);
});

/** A tenant with a key, a person, an answered request and a video that has something of everything. */
async function tenant(account: string) {
  const { secret, key } = await createKey(environment, { account });
  const { accountId, keyId } = key;
  const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
  const person = { issuer: ISSUER, subject: `person of ${account}` };
  const identity = await linkIdentity(operator, { ...person, accountId });
  const seeded = await seedVideo(environment, { account, name: `Film of ${account}` });
  await litter(environment, seeded);
  await openMediaFiles(environment).put(
    mediaKeys.upload(accountId, seeded),
    Buffer.from('video'),
    'video/mp4',
  );
  const json = { type: 'user:note', version: '1.0.0', configSchema: {} };
  await api('POST', `/api/v1/projects/${seeded}/plugins`, {
    json,
    headers: { 'Idempotency-Key': `of ${account}` },
  });
  await haveDelivered(environment, { accountId, api, videoId: seeded });
  return { account, accountId, api, keyId, seeded, person, identityId: identity?.identityId ?? '' };
}

type Tenant = Awaited<ReturnType<typeof tenant>>;

/** Everything that stores contain of a tenant, without what an erasure leaves. */
async function left({ account, accountId, keyId, identityId, person }: Tenant, videoIds: string[]) {
  const found: string[] = [];
  for (const name of [account, accountId, keyId, identityId, ...videoIds])
    found.push(...(await bench.traces(name)));
  const isKept = (trace: string) =>
    trace === 'versions: tombstone' ||
    (trace.startsWith('accounts: ') &&
      /^\{"accountId":"[^"]+","erasedAt":"[^"]+"\}$/.test(trace.slice(10))) ||
    // The name of the person holds that of the account, in this test.
    (trace.startsWith('identities: ') && trace.includes(person.subject) && !trace.includes(accountId));
  return [...new Set(found)].filter((trace) => !isKept(trace));
}

const logins = (): Logins & { readonly removed: string[] } => {
  const removed: string[] = [];
  return { issuer: ISSUER, removed, remove: async (subject) => void removed.push(subject) };
};

const quietly = { copies: false, wait: async () => {}, report: () => {} };

async function erase(
  name: string,
  options: Partial<Parameters<typeof eraseAccount>[3]> = {},
): Promise<Logins> {
  const account = await stores.erased.find(name);
  const pool = logins();
  if (account !== null) await eraseAccount(stores, account, pool, { ...quietly, ...options });
  return pool;
}

/** What the stores contain of somebody else, but for the time at which their key was last used and their requests counted. */
const standing = async ({ accountId, seeded, identityId }: Tenant): Promise<string[]> => {
  const traces = [accountId, seeded, identityId].map((name) => bench.traces(name));
  return (await Promise.all(traces)).flat().filter((trace) => !/^(keys|limits): /.test(trace));
};

test('of an erased account nothing is left but what is said to be, and that of another is untouched', async () => {
  const [ann, bob] = [await tenant('ann-films'), await tenant('bob-films')];
  const ingested = await ingestedVideo(bench, clip, ann.api);
  await claimSegmentedJob(environment, ingested, 3);
  const open = (await announce(ann.api, 20_000_000)).body.id;
  const deleted = await seedVideo(environment, { account: ann.account });
  await ann.api('DELETE', `/api/videos/${deleted}`);
  const stray = mediaKeys.upload(ann.accountId, crypto.randomUUID());
  await openMediaFiles(environment).put(stray, Buffer.from('x'), 'video/mp4');
  const before = await standing(bob);
  const [earlier, later] = [-1000, 60_000].map((ms) => new Date(environment.runtime.now() + ms));
  const videoIds = [ann.seeded, ingested, open, deleted];
  expect((await left(ann, videoIds)).length).toBeGreaterThan(20);

  const waits: number[] = [];
  let late = '';
  await erase(ann.account, {
    // A request that had begun before writes when all is deleted.
    async wait(milliseconds) {
      waits.push(milliseconds);
      expect((await ann.api('GET', '/api/videos')).status).toBe(401);
      expect(await operator.accounts.find(ann.account)).toBeNull();
      expect((await identities.find(ann.person))?.disabledAt).not.toBeNull();
      late = await lateVideo(ann);
    },
  });
  expect(waits).toEqual([60_000]);
  expect(await left(ann, [...videoIds, late])).toEqual([]);
  expect(await standing(bob)).toEqual(before);
  expect((await bob.api('GET', `/api/videos/${bob.seeded}`)).status).toBe(200);

  // A restore to a moment before can name it.
  const restoring = openRestoreStores(environment);
  expect(await erasedSince(restoring, earlier ?? new Date())).toContain(ann.accountId);
  expect(await erasedSince(restoring, later ?? new Date())).toEqual([]);

  // A token that is still valid opens nothing, and the name is anybody's again.
  expect(await identities.find(ann.person)).toMatchObject({
    hasAccount: false,
    disabledAt: expect.any(String),
  });
  expect((await operator.accounts.byHandle(ann.account)).accountId).not.toBe(ann.accountId);
  expect(await stores.erased.find(ann.account)).not.toMatchObject({ accountId: ann.accountId });

  // The last traces go with time.
  bench.advance(16 * 24 * 3_600_000);
  await sweep();
  for (const id of videoIds) expect(await bench.traces(id)).toEqual([]);
});

/** A video that is stored under an account by its id, whatever has become of the account. */
async function lateVideo({ accountId }: Tenant): Promise<string> {
  const videoId = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  const known = { accountId, videoId, name: 'Late', fileSize: 1, autoProcess: false, createdAt };
  await openNewVideos(environment).create(newVideo(known));
  return videoId;
}

test('an erasure that dies at any call is completed by the next, and lets nobody in meanwhile', async () => {
  const first = await tenant('mortal-0');
  const calls = await faults.count(() => erase(first.account));
  expect(calls).toBeGreaterThan(50);
  const others = await tenant('witness');
  const before = await standing(others);
  const moments = portion(storeMoments(calls, sampleOf(24), random));
  for (const [i, moment] of moments.entries()) {
    const mortal = await tenant(`mortal-${i + 1}`);
    faults.dieAt(...moment);
    await unlessFaulted(erase(mortal.account));
    faults.heal();
    const found = await stores.erased.find(mortal.accountId);
    if (found?.erasedAt !== undefined) {
      expect([moment, await operator.accounts.get(mortal.accountId)]).toEqual([moment, null]);
      const entered = await operator.accounts.find(mortal.account);
      expect([moment, entered]).toEqual([moment, null]);
    }
    // By its name, or by its id where nothing has that name any more.
    await erase((await stores.erased.find(mortal.account)) === null ? mortal.accountId : mortal.account);
    expect([moment, await left(mortal, [mortal.seeded])]).toEqual([moment, []]);
    expect((await mortal.api('GET', '/api/videos')).status).toBe(401);
  }
  expect(await standing(others)).toEqual(before);
});

test('what the bucket keeps for a restore stays, and goes where that is asked for, also later and for one account alone', async () => {
  const s3 = createS3();
  const Bucket = environment.variables[MEDIA_BUCKET.env];
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  s3.destroy();
  const kept = async ({ accountId, seeded }: Tenant): Promise<number> => {
    let versions = 0;
    const prefixes = [mediaKeys.uploads(accountId), ...mediaKeys.ofVideo(seeded)];
    for (const prefix of prefixes)
      for await (const entry of stores.history.list(prefix)) versions += entry.versions.length;
    return versions;
  };
  const [cid, dan] = [await tenant('cid-films'), await tenant('dan-films')];
  const [before, others] = [await kept(cid), await kept(dan)];
  expect(before).toBeGreaterThan(3);
  await erase(cid.account);
  expect(await left(cid, [cid.seeded])).toEqual([]);
  expect(await kept(cid)).toBe(before);
  // The tombstone is gone when somebody asks.
  bench.advance(16 * 24 * 3_600_000);
  await sweep();
  await erase(cid.accountId, { copies: true });
  expect([await kept(cid), await kept(dan)]).toEqual([0, others]);
});
