import { getItems } from '../dynamodb/read.ts';
import { ownerKey } from '../videos/videos.ts';

/** Which of the videos are in a copy of their table. @param copy name of the copy */
export async function videosIn(copy: string, videoIds: Iterable<string>): Promise<ReadonlySet<string>> {
  const keys = [...new Set(videoIds)].map(ownerKey);
  const found = await getItems(copy, keys);
  return new Set(found.map(({ accountId }) => String(accountId).slice(ownerKey('').accountId.length)));
}
