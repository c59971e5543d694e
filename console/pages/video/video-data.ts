import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../client/client.ts';
import { decodeFrameTimes } from '../../../client/frame-times.ts';
import { getFrames } from '../../../shared/contract/routes/console/videos.ts';
import { listVersions } from '../../../shared/contract/routes/metadata.ts';
import { getVideo } from '../../../shared/contract/routes/videos.ts';
import { VIDEO_KEY } from '../../queries/video-keys.ts';
import type { Services } from '../../services.ts';
import { FrameTimes } from '../../viewer/frame-times.ts';
import { readVideo } from './loading/read-video.ts';

export type Video = CallOutput<typeof getVideo>;
export type VideoDocument = Extract<Video['metadata'], { objects: unknown }>;
export type VideoObject = VideoDocument['objects'][string];

/** How often a video that is not finished is read again, while the tab is seen. */
const POLL_MS = 3000;

type Calls = Pick<Services, 'client'>;

export const videoKey = (id: string) => [...VIDEO_KEY, id] as const;

/** A video with its document. */
export const videoWithDocumentQuery = ({ client }: Calls, id: string) =>
  queryOptions({
    queryKey: videoKey(id),
    queryFn: async ({ signal }) => readVideo(await client.fetch(getVideo, { params: { id }, signal })),
    // Comparing a large document with the one before takes longer than showing it again.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'uploading' || data?.status === 'processing' ? POLL_MS : false,
  });

/** How often it is asked whether a video that is in view is still there. */
const PRESENCE_POLL_MS = 30_000;

/**
 * Asks now and then, and when the window comes into view, which version of a video in view is the newest. That it was deleted is
 * noted as after every call (`queries/query-client.ts`).
 */
export const videoPresenceQuery = ({ client }: Calls, id: string) =>
  queryOptions({
    queryKey: ['video presence', id],
    queryFn: async ({ signal }) => {
      const { currentVersion } = await client.call(listVersions, {
        params: { id },
        query: { limit: 1 },
        signal,
      });
      return currentVersion;
    },
    refetchInterval: PRESENCE_POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: PRESENCE_POLL_MS,
  });

/** When each frame is shown; never changes. */
export const framesQuery = ({ client }: Calls, id: string) =>
  queryOptions({
    queryKey: ['frames', id],
    queryFn: async ({ signal }) => {
      const { frameIndex } = await client.call(getFrames, { params: { id }, signal });
      return new FrameTimes((await decodeFrameTimes(frameIndex)).times);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The document of a video that has one: it is there once the file has been examined. */
export const documentOf = ({ metadata }: Video): VideoDocument | null =>
  'objects' in metadata ? (metadata as VideoDocument) : null;

/** The object of an id, which may be any text: an address has it. */
export const objectOf = ({ objects }: VideoDocument, id: string): VideoObject | undefined =>
  Object.hasOwn(objects, id) ? objects[id] : undefined;

/** What people call an object. */
export const objectName = ({ userLabel, label }: Pick<VideoObject, 'userLabel' | 'label'>): string =>
  userLabel || label;
