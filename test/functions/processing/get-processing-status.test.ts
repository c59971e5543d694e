import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { claimSegmentedJob } from '../../support/jobs/segmented-job.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { buryVideo } from '../../support/videos/bury-video.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

let bench: Workbench;
let clip: string;
let id: string;

beforeAll(async () => {
  bench = await startWorkbench();
  clip = await shortClip(1);
});

beforeEach(async () => {
  id = await ingestedVideo(bench, clip);
  await claimSegmentedJob(bench.environment, id, 1);
});

const refusal = async (key?: string) => {
  const options = key === undefined ? {} : { key };
  const { status, body } = await bench.api<ErrorBody>('GET', `/api/videos/${id}/process/status`, options);
  return [status, body.error.code];
};

describe('the status of a job that runs', () => {
  test('is not disclosed to a key restricted to other videos', async () => {
    const { secret } = await createKey(bench.environment, { account: 'demo', projectIds: [] });
    expect(await refusal(secret)).toEqual([403, 'PROJECT_NOT_ALLOWED']);
  });

  test('is not disclosed to another account', async () => {
    const { secret } = await createKey(bench.environment, { account: 'stranger' });
    expect(await refusal(secret)).toEqual([403, 'NOT_OWNER']);
  });

  test('is gone with its video, though the deletion died right after it', async () => {
    await buryVideo(bench.environment, id);
    expect(await refusal()).toEqual([404, 'VIDEO_NOT_FOUND']);
  });
});
