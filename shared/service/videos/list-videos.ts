import * as z from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { MAX_COUNTER } from '../../contract/schemas/primitives.ts';
import { NEWEST_FIRST, type VideoSort } from '../../contract/schemas/video.ts';
import { fromCursor, toCursor } from '../../domain/cursor.ts';
import { invalidAt } from '../../domain/json/path.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Video } from '../../domain/video.ts';
import {
  comparePlaces,
  type VideoFilter,
  type VideoPlace,
  videoPlace,
  videoTest,
} from '../../domain/video-query.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoCount } from '../../stores/quotas/storage-quota.ts';
import { openVideoLists, type VideoSummary } from '../../stores/videos/video-lists.ts';
import { videoEntry } from './video-entry.ts';

export const LIST_STORES = { lists: openVideoLists, count: openVideoCount, signer: openUrlSigner };

type ListStores = Opened<typeof LIST_STORES>;

interface VideoListing extends VideoFilter {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly sort: VideoSort;
  readonly cursor?: string | undefined;
}

/** Which page: its number, its size, and behind which place it begins, where a cursor says so. */
interface Page {
  readonly page: number;
  readonly pageSize: number;
  readonly after: VideoPlace | undefined;
}

interface Listed {
  readonly videos: readonly Video[];
  readonly total: number;
  /** Behind which place the next page begins; undefined: there is none. */
  readonly next: VideoPlace | undefined;
}

/** The number of the page, and the place of the last video before it. */
const POSITION = z.tuple([z.int().min(1).max(MAX_COUNTER), z.union([z.string(), z.number()]), z.uuid()]);

/**
 * A page of the videos that are asked for of those that the caller's key may see, and how many there are in all.
 * @throws ApiError `INVALID_PARAMETER` for a cursor of another list, or beside a page
 */
export async function listVideos(
  stores: ListStores,
  principal: Principal,
  { cursor, page, pageSize, sort, ...filter }: VideoListing,
) {
  const listed = { sort, ...filter };
  if (cursor !== undefined && page !== undefined) throw invalidAt(['page'], 'must not be given with cursor');
  const [begun = page ?? 1, ...after] = cursor === undefined ? [] : fromCursor(cursor, listed, POSITION);
  const asked = { page: begun, pageSize, after: after.length === 2 ? after : undefined };
  const isPlain = sort === NEWEST_FIRST && Object.values(filter).every((value) => value === undefined);
  const seesAll = principal.projectIds === null;
  const { videos, total, next } =
    isPlain && seesAll
      ? await newestVideos(stores, principal.accountId, asked)
      : await soughtVideos(stores, principal, filter, sort, asked);
  return {
    videos: await Promise.all(videos.map((video) => videoEntry(video, stores.signer))),
    total,
    page: begun,
    pageSize,
    ...(next && { nextCursor: toCursor(listed, [begun + 1, ...next]) }),
  };
}

/** Without a look at other videos than those of the page, or those before it where it is named by its number. */
async function newestVideos(
  { lists, count }: ListStores,
  accountId: string,
  { page, pageSize, after }: Page,
): Promise<Listed> {
  const [videos, total] = await Promise.all([
    after === undefined
      ? lists.page(accountId, page, pageSize, 1)
      : lists.olderThan(accountId, after[1], pageSize + 1),
    count.total(accountId),
  ]);
  const shown = videos.slice(0, pageSize);
  const last = videos.length > pageSize ? shown.at(-1) : undefined;
  return { videos: shown, total, next: last && videoPlace(NEWEST_FIRST)(last) };
}

/** With a look at all videos that the key may see, of an account at the newest ones. */
async function soughtVideos(
  { lists }: ListStores,
  { accountId, projectIds }: Principal,
  filter: VideoFilter,
  sort: VideoSort,
  { page, pageSize, after }: Page,
): Promise<Listed> {
  const [isWanted, placeOf, compare] = [videoTest(filter), videoPlace(sort), comparePlaces(sort)];
  const found: VideoPlace[] = [];
  const all: Iterable<VideoSummary> | AsyncIterable<VideoSummary> =
    projectIds === null
      ? lists.summaries(accountId, LIMITS.searchedVideos)
      : await lists.getMany(accountId, projectIds);
  for await (const video of all) if (isWanted(video)) found.push(placeOf(video));
  found.sort(compare);
  const begin = after && found.findIndex((place) => compare(place, after) > 0);
  const start = begin === undefined ? (page - 1) * pageSize : begin < 0 ? found.length : begin;
  const places = found.slice(start, start + pageSize);
  const ids = places.map(([, id]) => id);
  const videos = new Map((await lists.getMany(accountId, ids)).map((video) => [video.videoId, video]));
  return {
    videos: ids.flatMap((id) => videos.get(id) ?? []),
    total: found.length,
    next: start + pageSize < found.length ? places.at(-1) : undefined,
  };
}
