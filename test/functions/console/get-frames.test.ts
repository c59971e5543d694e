import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { decodeFrameTimes } from '../../../client/frame-times.ts';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { linkIdentity } from '../../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../../shared/service/operator-stores.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { on } from '../../support/faults/moments.ts';
import { startTestIssuer, type TestIssuer } from '../../support/identity/test-issuer.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

let bench: Workbench;
let issuer: TestIssuer;
/** Of the account that the bench's key is of. */
let token: string;
let clip: string;

/** Milliseconds, from 20 to 42 apart, of which the first frame waits for half a second. */
const TICKS = [...Array(40).keys()].map((frame) => 500 + frame * 33 + ([0, 9, 17, 4][frame % 4] ?? 0));

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  const { accountId } = await openAccounts(bench.environment).byHandle('demo');
  const person = { issuer: issuer.issuer, subject: 'owner', accountId };
  await linkIdentity(openAll(OPERATOR_STORES, bench.environment), person);
  token = await issuer.token('owner');
  clip = path.join(await temporaryFolder('clips'), 'uneven.mp4');
  await numberedClip(clip, {
    container: 'mp4',
    ticks: TICKS,
    ticksPerSecond: 1000,
    bFrames: 3,
    keyInterval: 10,
  });
});

const frames = (id: string, key = token) =>
  bench.api<{ frameIndex: string }>('GET', `/console/api/videos/${id}/frames`, { key });

test('frames at uneven times have exactly the times of the file', async () => {
  const answer = await frames(await ingestedVideo(bench, clip));
  expect(answer.status).toBe(200);
  const { frames: probed } = await probeVideo(bytesSource(await readFile(clip)));
  const { times, endTime } = await decodeFrameTimes(answer.body.frameIndex);
  expect([[...times], endTime]).toEqual([[...probed.times], probed.endTime]);
  expect([...times].map((time) => Math.round(time * 1000))).toEqual(TICKS);
});

test('of a video that is not processed, or of another account, nothing is disclosed', async () => {
  const unprocessed = await seedVideo(bench.environment, { processed: false });
  expect(await frames(unprocessed)).toMatchObject({
    status: 409,
    body: { error: { code: 'VIDEO_NOT_READY' } },
  });
  const id = await ingestedVideo(bench, clip);
  expect(await frames(id, await issuer.token('stranger'))).toMatchObject({
    status: 403,
    body: { error: { code: 'NOT_OWNER' } },
  });
});

test('of a video that is deleted while it is asked, there is none', async () => {
  const id = await ingestedVideo(bench, clip);
  const deletion = beforeNext(on('GetObject', 'documents'), () => bench.api('DELETE', `/api/videos/${id}`));
  expect(await frames(id)).toMatchObject({ status: 404, body: { error: { code: 'VIDEO_NOT_FOUND' } } });
  expect(deletion.happened).toBe(true);
});
