import { readFile } from 'node:fs/promises';
import { processEnvironment } from '../../../../shared/kernel/runtime/environment.ts';
import { commitVersion } from '../../../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../../../shared/stores/documents/documents.ts';
import type { StoredParts } from '../../../../shared/stores/documents/pack-part.ts';
import { isTombstone, openVersions } from '../../../../shared/stores/documents/versions.ts';
import { synthesizeClip } from '../../../../synthetic/synthesize-clip.ts';
import { fileForm, settled } from '../../../support/service/api.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { RunningConsole } from './running-console.ts';

/** Two seconds of moving shapes, ten frames a second. */
export async function shapesClip(): Promise<Uint8Array<ArrayBuffer>> {
  using folder = temporaryFolder();
  const file = `${folder.path}/clip.mp4`;
  await synthesizeClip(file, { seconds: 2, width: 320, height: 180, fps: 10 });
  return new Uint8Array(await readFile(file));
}

/** Uploads a clip to the demo user's account, waits until it is examined, and commits parts of a document as version 2. */
export async function clipVideo(
  { api }: Pick<RunningConsole, 'api'>,
  clip: Uint8Array<ArrayBuffer>,
  { name = 'Shapes', parts }: { name?: string; parts?: Partial<StoredParts> } = {},
): Promise<string> {
  const form = fileForm(clip, 'clip.mp4', { name });
  const { id } = (await api<{ id: string }>('POST', '/api/videos/upload', { form })).body;
  const { status } = await settled(api, id);
  if (status !== 'processed') throw new Error(`The clip is ${status}`);
  if (parts !== undefined) {
    const { userId } = (await api<{ userId: string }>('GET', '/api/v1/whoami')).body;
    await commitParts(userId, id, parts);
  }
  return id;
}

/** Commits a version with these parts, as a job does. */
async function commitParts(accountId: string, videoId: string, parts: Partial<StoredParts>): Promise<void> {
  const environment = processEnvironment();
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (isTombstone(newest)) throw new Error('The video is deleted');
  const writeId = `made ${newest?.version}`;
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId,
      videoId,
      start: newest,
      writeId,
      reserve: async () => {},
      change: async () => ({ parts, description: 'Made' }),
    },
  );
}
