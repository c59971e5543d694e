import { expect, test } from 'vitest';
import { PURGE } from '../../../bench/sweep/simulated-stores.ts';
import { openPurger } from '../../../shared/stores/videos/purger.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { recordCalls } from '../../support/store-calls.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

test('the purge of a video of which nothing is left makes as many requests as the simulation takes it for', async () => {
  const bench = await startWorkbench();
  const id = await ingestedVideo(bench, await shortClip(1));
  const accountId = (await openVideos(bench.environment).ownerOf(id)) ?? '';
  await bench.api('DELETE', `/api/videos/${id}`);
  using dynamodb = recordCalls(({ client }) => client === 'DynamoDBClient');
  using s3 = recordCalls(({ client }) => client === 'S3Client');
  await openPurger(bench.environment).purge(accountId, id);
  expect([dynamodb.commands, s3.commands].map(({ length }) => length)).toEqual([PURGE.dynamodb, PURGE.s3]);
});
