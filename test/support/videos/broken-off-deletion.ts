import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { isoNow, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openVersions } from '../../../shared/stores/documents/versions.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { openPlugins } from '../../../shared/stores/plugins.ts';
import { openSurfaces } from '../../../shared/stores/surfaces.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { runningSurface } from '../surfaces/running-surface.ts';
import { buryVideo } from './bury-video.ts';

const ownerOf = async (environment: Environment, videoId: string): Promise<string> =>
  (await openVideos(environment).ownerOf(videoId)) ?? '';

/** Removes the counts of a video's account: the next upload, deletion or refused edit recounts what it has. */
export async function loseCounts(environment: Environment, videoId: string): Promise<void> {
  const TableName = tableName(environment, 'usage');
  const Key = { accountId: await ownerOf(environment, videoId), kind: 'storage' };
  await dynamodb().send(new DeleteCommand({ TableName, Key }));
}

/** Gives a video something of everything that is removed with it. */
export async function litter(environment: Environment, videoId: string): Promise<void> {
  const files = openMediaFiles(environment);
  for (const prefix of ['jobs', 'surfaces', 'exports', 'documents'])
    await files.put(`${prefix}/${videoId}/left/over`, Buffer.from('x'), 'text/plain');
  await openPlugins(environment).install(videoId, {
    type: 'user:left',
    version: '1.0.0',
    configSchema: {},
    installedAt: isoNow(systemRuntime),
  });
  const accountId = await ownerOf(environment, videoId);
  await openSurfaces(environment).begin(runningSurface({ accountId, videoId, objectId: 'surface_left' }));
  await loseCounts(environment, videoId);
}

/** Takes the number of a video's first version, where it has none. */
async function otherVersion(environment: Environment, videoId: string): Promise<void> {
  const Item = { videoId, version: 1, writeId: 'other' };
  if ((await openVersions(environment).newest(videoId)) !== null) return;
  await dynamodb().send(new PutCommand({ TableName: tableName(environment, 'versions'), Item }));
}

/** Another process deletes the video, which has something of everything, and dies on the way. */
export async function breakOffDeletion(environment: Environment, videoId: string): Promise<void> {
  await litter(environment, videoId);
  await otherVersion(environment, videoId);
  await buryVideo(environment, videoId);
}
