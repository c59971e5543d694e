import type { VideoSort } from '../contract/schemas/video.ts';
import { placeValue } from './document/query/object-order.ts';
import { folded } from './folded.ts';
import type { Video } from './video.ts';

/** Which videos are wanted; times are ISO 8601 in UTC, with milliseconds. */
export interface VideoFilter {
  /** Part of the name. */
  readonly name?: string | undefined;
  readonly status?: readonly Video['status'][] | undefined;
  /** Any of these is the label of an object. */
  readonly label?: readonly string[] | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedBefore?: string | undefined;
}

type Sought = Pick<Video, 'videoId' | 'name' | 'status' | 'createdAt' | 'updatedAt' | 'duration' | 'labels'>;

/** Whether a video is what a filter asks for. */
export function videoTest(filter: VideoFilter): (video: Sought) => boolean {
  const {
    name = '',
    status,
    label,
    createdFrom = '',
    createdBefore,
    updatedFrom = '',
    updatedBefore,
  } = filter;
  const part = folded(name);
  return (video) =>
    (status === undefined || status.includes(video.status)) &&
    (label === undefined || label.some((wanted) => video.labels?.includes(wanted))) &&
    video.createdAt >= createdFrom &&
    video.updatedAt >= updatedFrom &&
    (createdBefore === undefined || video.createdAt < createdBefore) &&
    (updatedBefore === undefined || video.updatedAt < updatedBefore) &&
    folded(video.name).includes(part);
}

/** The place of a video in an order: what it is sorted by, then its id, the newest first. */
export type VideoPlace = readonly [value: string | number, videoId: string];

/** Ids rise with the time of creation, and no two are the same. */
export function videoPlace(sort: VideoSort): (video: Sought) => VideoPlace {
  const member = sort.replace('-', '') as 'duration';
  return (video) => [
    placeValue({ ...video, name: folded(video.name), createdAt: video.videoId }[member]),
    video.videoId,
  ];
}

export function comparePlaces(sort: VideoSort): (a: VideoPlace, b: VideoPlace) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  return ([a, idA], [b, idB]) => (a === b ? (idA > idB ? -1 : Number(idA < idB)) : a < b ? -sign : sign);
}
