import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { emptySections } from '../../../shared/domain/document/document.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { newVideo } from '../../../shared/domain/video.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { isoNow, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { commitVersion } from '../../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../../shared/stores/documents/documents.ts';
import type { StoredParts } from '../../../shared/stores/documents/pack-part.ts';
import { openVersions } from '../../../shared/stores/documents/versions.ts';
import { openStorageUsage } from '../../../shared/stores/quotas/storage-quota.ts';
import { openNewVideos } from '../../../shared/stores/videos/new-videos.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { assembleDocument } from './assemble-document.ts';

const figures = { totalFrames: 10, fps: 10, width: 160, height: 96 };

/** The default content of version 1. */
const seededSections = emptySections(figures);

interface SeedOptions {
  account?: string;
  name?: string;
  /** Added to the empty document in version 1. */
  parts?: Partial<StoredParts>;
  processed?: boolean;
  /** Those of objects that are not in today's form. */
  labels?: readonly string[];
}

/** Writes a video with version 1 directly into the stores of a running service, as ingest would. It has no file. */
export async function seedVideo(
  { variables }: Pick<Environment, 'variables'>,
  { account = 'demo', name = 'Seeded', parts = {}, processed = true, labels }: SeedOptions = {},
): Promise<string> {
  const environment: Environment = { variables, runtime: systemRuntime };
  const { accountId } = await openAccounts(environment).byHandle(account);
  const videoId = uuidv7(systemRuntime);
  const createdAt = isoNow(systemRuntime);
  const known = { accountId, videoId, name, fileSize: 1, autoProcess: false, createdAt };
  const video = newVideo({ ...known, container: 'mp4' });
  if ((await openNewVideos(environment).create(video)) !== null) throw new Error('A quota is exceeded');
  if (!processed) return videoId;
  const documents = openDocuments(environment);
  const version = await commitVersion(
    { versions: openVersions(environment), documents, environment },
    {
      accountId,
      videoId,
      start: null,
      writeId: 'seed',
      reserve: (bytes) => openStorageUsage(environment).addBytes(accountId, bytes),
      change: async () => ({
        parts: { ...seededSections, tracks: {}, ...parts },
        description: 'Seeded',
        ...(labels && { labels }),
      }),
    },
  );
  await openVideos(environment).markProcessed(video, {
    ...figures,
    duration: 1,
    hasThumbnail: false,
    container: 'mp4',
    fileSize: 1,
    documentBytes: version?.documentBytes ?? 0,
    ...(version?.labels && { labels: version.labels }),
  });
  return videoId;
}

/** The JSON that clients read of a version 1 with these parts. */
export const seededDocument = ({ tracks = {}, ...sections }: Partial<StoredParts>): string =>
  JSON.stringify(assembleDocument({ ...seededSections, ...sections }, tracks));

/** Box objects of ten frames with their tracks. */
export function trackedCars(ids: readonly string[]): Pick<StoredParts, 'objects' | 'tracks'> {
  const object = (id: string): StoredObject => ({
    id,
    kind: 'box',
    label: 'car',
    userLabel: null,
    confidence: 0.9,
    firstFrame: 0,
    lastFrame: 9,
    frameCount: 10,
    customData: {},
  });
  const track = [0, 9].map((frame) => ({ frame, time: frame / 10, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }));
  return {
    objects: Object.fromEntries(ids.map((id) => [id, object(id)])),
    tracks: Object.fromEntries(ids.map((id) => [id, track])),
  };
}
