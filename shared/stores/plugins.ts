import type { PluginInstallation } from '../contract/schemas/plugin.ts';
import { shortId } from '../domain/ids.ts';
import { precedenceKey } from '../domain/precedence-key.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { tableName } from './dynamodb/client.ts';
import { condition, where } from './dynamodb/expression.ts';
import { getItem, queryItems } from './dynamodb/read.ts';
import { deleteItem, putItem, writeOnce } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

/** A version of a plugin, installed for one video. It never changes. */
export interface Plugin extends PluginInstallation {
  installedAt: string;
}

interface Plugins {
  /** The number of versions that are installed for a video, of all types together. */
  count(videoId: string): Promise<number>;
  get(videoId: string, type: string, version: string): Promise<Plugin | null>;
  /** The newest version of a type, by precedence. */
  newest(videoId: string, type: string): Promise<Plugin | null>;
  /**
   * Installs a version unless this type has one of that number: one conditional put.
   * @returns the plugin that is installed, and whether this call installed it
   */
  install(videoId: string, plugin: Plugin): Promise<{ standing: Plugin; isNew: boolean }>;
  /** All that are installed for a video. */
  ofVideo(videoId: string): Promise<Plugin[]>;
  /** Removes a version. @returns whether there was one */
  remove(videoId: string, type: string, version: string): Promise<boolean>;
  /** Removes the plugins of a deleted video. */
  removeAll(videoId: string): Promise<void>;
}

/** No type contains `#`; the versions of a type are sorted by their precedence. */
const typeKey = (type: string): string => `${type}#`;
const sortKey = (type: string, version: string): string => typeKey(type) + precedenceKey(version);

interface PluginItem {
  videoId: string;
  plugin: string;
  writeId: string;
  /** JSON of the plugin: a schema may be nested deeper than an item's attributes. */
  content: string;
}

const toPlugin = ({ content }: Pick<PluginItem, 'content'>): Plugin => JSON.parse(content) as Plugin;

export function openPlugins(environment: Environment): Plugins {
  const table = tableName(environment, 'plugins');

  const itemOf = async (videoId: string, plugin: string): Promise<PluginItem | null> =>
    (await getItem(table, { videoId, plugin })) as PluginItem | null;

  const keys = (videoId: string) =>
    queryItems({ table, key: where`videoId = ${videoId}`, attributes: ['plugin'] });

  return {
    async count(videoId) {
      let count = 0;
      for await (const _ of keys(videoId)) count++;
      return count;
    },

    async get(videoId, type, version) {
      const item = await itemOf(videoId, sortKey(type, version));
      return item === null ? null : toPlugin(item);
    },

    async newest(videoId, type) {
      const items = queryItems({
        table,
        key: where`videoId = ${videoId} AND begins_with(plugin, ${typeKey(type)})`,
        newestFirst: true,
        limit: 1,
      });
      for await (const item of items) return toPlugin(item as unknown as PluginItem);
      return null;
    },

    async install(videoId, plugin) {
      const item: PluginItem = {
        videoId,
        plugin: sortKey(plugin.type, plugin.version),
        writeId: shortId(environment.runtime),
        content: JSON.stringify(plugin),
      };
      for (;;) {
        const { made, standing } = await writeOnce(
          () => putItem(table, item, condition`attribute_not_exists(plugin)`),
          () => itemOf(videoId, item.plugin),
          (other) => other.writeId === item.writeId,
        );
        // The plugin that was in the way may be gone again, with its video.
        if (standing !== null) return { standing: toPlugin(standing), isNew: made };
      }
    },

    async ofVideo(videoId) {
      const found: Plugin[] = [];
      for await (const item of queryItems({ table, key: where`videoId = ${videoId}` }))
        found.push(toPlugin(item as unknown as PluginItem));
      return found;
    },

    async remove(videoId, type, version) {
      const plugin = sortKey(type, version);
      if ((await itemOf(videoId, plugin)) === null) return false;
      await deleteItem(table, { videoId, plugin });
      return true;
    },

    async removeAll(videoId) {
      for await (const { plugin } of keys(videoId)) await deleteItem(table, { videoId, plugin });
    },
  };
}

export type PluginReader = Pick<Plugins, 'newest'>;
export type PluginInstaller = Pick<Plugins, 'count' | 'get' | 'install'>;

export const openPluginReader = storeFactory(
  'pluginReader',
  (environment): PluginReader => openPlugins(environment),
);
export const openPluginInstaller = storeFactory(
  'pluginInstaller',
  (environment): PluginInstaller => openPlugins(environment),
);
export const openPluginLists = storeFactory(
  'pluginLists',
  (environment): Pick<Plugins, 'ofVideo'> => openPlugins(environment),
);
export const openPluginRemoval = storeFactory(
  'pluginRemoval',
  (environment): Pick<Plugins, 'remove'> => openPlugins(environment),
);
