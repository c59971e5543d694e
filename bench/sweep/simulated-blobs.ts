import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Videos in the order of their ids, each with as many blobs, the first of which is the frame index. */
export interface SimulatedVideos {
  videos: number;
  blobsPerVideo: number;
  /** Milliseconds since the epoch. */
  modifiedAt(video: number, blob: number): number;
  /** Whether no version refers to it. */
  isLost(video: number, blob: number): boolean;
}

const PAGE = 1000;

const idOf = (video: number): string => `${video.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;

export const simulatedKey = (video: number, blob: number): string => {
  const name = blob === 0 ? 'frames' : `objects/${String(blob).padStart(4, '0')}`;
  return `${MEDIA_BUCKET.prefixes.documents}${idOf(video)}/${name}`;
};

/** Where the blob of a key stands in the order of all keys. */
function positionOf(key: string, { blobsPerVideo }: SimulatedVideos): number {
  const [, id = '', , blob = '0'] = key.split('/');
  return Number.parseInt(id.slice(0, 8), 16) * blobsPerVideo + Number(blob);
}

/** The blobs of documents, and the versions that refer to them, without being anywhere. */
export function simulateBlobs(time: VirtualTime, videos: SimulatedVideos) {
  const { blobsPerVideo } = videos;
  const removed = new Set<string>();
  let lookUps = 0;

  async function* list(_prefix: string, startAfter?: string) {
    let position = startAfter === undefined ? 0 : positionOf(startAfter, videos) + 1;
    for (const end = videos.videos * blobsPerVideo; ; ) {
      await time.request('list');
      const page = Math.min(end, position + PAGE);
      for (; position < page; position++) {
        // In the order of keys the frame index comes first, before `objects/`.
        const [video, blob] = [Math.floor(position / blobsPerVideo), position % blobsPerVideo];
        const key = simulatedKey(video, blob);
        if (!removed.has(key)) yield { key, modifiedAt: videos.modifiedAt(video, blob), size: 1 };
      }
      if (position === end) return;
    }
  }

  return {
    removed,
    /** How often the versions of a video were looked up. */
    lookUps: () => lookUps,
    list,
    async deleteMany(keys: readonly string[]): Promise<void> {
      for (let start = 0; start < keys.length; start += PAGE) {
        await time.request('s3');
        for (const key of keys.slice(start, start + PAGE)) removed.add(key);
      }
    },
    async *writes(videoId: string) {
      lookUps++;
      await time.request('dynamodb');
      const video = Number.parseInt(videoId.slice(0, 8), 16);
      for (let blob = 1; blob < blobsPerVideo; blob++)
        if (!videos.isLost(video, blob)) yield mediaKeys.writeOf(simulatedKey(video, blob));
    },
  };
}
