import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { newVideo } from '../../../shared/domain/video.ts';
import { isoNow } from '../../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { SEARCH_STORES, searchVideos } from '../../../shared/service/videos/search-videos.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { writeItems } from '../../support/service/write-items.ts';

const { environment } = await startWorkbench();
const { runtime } = environment;

test('the newest 10,000 videos of an account are searched, and no older one', async () => {
  expect(LIMITS.searchedVideos).toBe(10_000);
  const accountId = uuidv7(runtime);
  const videoOf = (number: number) => ({
    ...newVideo({
      accountId,
      videoId: `video-${String(number).padStart(6, '0')}`,
      name: number < 2 ? `Oldest ${number}` : 'Harbour',
      fileSize: 1,
      autoProcess: false,
      createdAt: isoNow(runtime),
      container: 'mp4',
    }),
  });
  const all = Array.from({ length: LIMITS.searchedVideos + 1 }, (_, number) => videoOf(number));
  await writeItems(environment, 'videos', all);
  const stores = openAll(SEARCH_STORES, environment);
  const page = { page: 1, pageSize: 1 };
  const search = async (name: string) => (await searchVideos(stores, accountId, { name, ...page })).total;
  expect(await search('harbour')).toBe(LIMITS.searchedVideos - 1);
  expect(await search('oldest')).toBe(1);
  expect(await search('oldest 0')).toBe(0);
});
