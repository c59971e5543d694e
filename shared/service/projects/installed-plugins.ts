import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openPluginLists, openPluginRemoval, type Plugin } from '../../stores/plugins.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo } from '../videos/find-video.ts';

const FINDING = { videos: openVideoReader, versions: openVersionLists };

export const PLUGIN_LIST_STORES = { ...FINDING, plugins: openPluginLists };
export const PLUGIN_REMOVAL_STORES = { ...FINDING, plugins: openPluginRemoval };

/** The plugins of a project, by type and precedence. @throws ApiError as `findVideo` */
export async function listPlugins(
  stores: Opened<typeof PLUGIN_LIST_STORES>,
  principal: Principal,
  projectId: string,
): Promise<Plugin[]> {
  await findVideo(stores, principal, projectId);
  return stores.plugins.ofVideo(projectId);
}

/** @returns whether it was installed. @throws ApiError as `findVideo` */
export async function removePlugin(
  stores: Opened<typeof PLUGIN_REMOVAL_STORES>,
  principal: Principal,
  { videoId, type, pluginVersion }: { videoId: string; type: string; pluginVersion: string },
): Promise<boolean> {
  await findVideo(stores, principal, videoId);
  return stores.plugins.remove(videoId, type, pluginVersion);
}
