import { expect, test, vi } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { detectors, installedClipModel } from '../../../shared/service/detection/loaded-models.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { claimSegmentedJob } from '../../support/jobs/segmented-job.ts';
import { delivery, startWorkbench } from '../../support/service/workbench.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

const bench = await startWorkbench();

/** The service as it was when it had this model. */
const withDetector = (model: string): Environment => ({
  ...bench.environment,
  variables: { ...bench.environment.variables, [SETTINGS.detectorModel]: model },
});

test('a job whose model is gone is tried again, as it may come back, and then fails with the reason', async () => {
  const id = await ingestedVideo(bench, await shortClip(2));
  const { messages } = await claimSegmentedJob(withDetector('yolox-nano-416'), id, 1);
  expect((await detect(delivery(messages, 1))).batchItemFailures).toHaveLength(1);
  expect((await detect(delivery(messages, 2))).batchItemFailures).toHaveLength(1);
  expect((await detect(delivery(messages, 3))).batchItemFailures).toEqual([]);
  expect((await bench.api('GET', `/api/videos/${id}/process/status`)).body).toMatchObject({
    status: 'failed',
    error: {
      code: 'DETECTION_FAILED',
      message: 'The model yolox-nano-416 is not installed any more.',
    },
  });
});

test('a model that was added and has gone with its entry is missing as well, and so is a CLIP model', async () => {
  await expect(detectors.get(bench.environment, 'forklifts')).rejects.toMatchObject({
    code: 'MODEL_MISSING',
    message: 'The model forklifts is not installed any more.',
  });
  await expect(installedClipModel(bench.environment, 'tiny')).rejects.toMatchObject({
    code: 'MODEL_MISSING',
    message: 'The CLIP model tiny is not installed any more.',
  });
});
