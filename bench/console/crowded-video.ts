import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { getVideo, uploadVideo } from '../../shared/contract/routes/videos.ts';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { commitVersion } from '../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import type { StoredParts } from '../../shared/stores/documents/pack-part.ts';
import { isTombstone, openVersions } from '../../shared/stores/documents/versions.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

/** Uploads a clip, 640 × 360 pixels, 30 frames a second, and gives its document these parts. */
export async function crowdedVideo(
  client: Client,
  seconds: number,
  parts: Partial<StoredParts>,
): Promise<string> {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  await synthesizeClip(file, { seconds });
  const clip = new Blob([await readFile(file)]);
  const body = () => {
    const form = new FormData();
    form.append('file', clip, 'clip.mp4');
    return form;
  };
  const { id } = await client.send(uploadVideo, { body });
  while ((await client.call(getVideo, { params: { id } })).status !== 'processed') await delay(50);
  const environment = processEnvironment();
  const versions = openVersions(environment);
  const start = await versions.newest(id);
  if (isTombstone(start)) throw new Error('The video is deleted');
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId: start?.accountId ?? '',
      videoId: id,
      start,
      writeId: 'crowd',
      reserve: async () => {},
      change: async () => ({ parts, description: 'Crowd' }),
    },
  );
  return id;
}
