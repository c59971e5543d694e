import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PluginInstallation } from '../contract/schemas/plugin.ts';
import { shortId } from '../domain/ids.ts';
import { precedenceKey } from '../domain/precedence-key.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { dynamodb, isConditionFailure, tableName } from './dynamodb/client.ts';
import { queryItems } from './dynamodb/query.ts';

/** A version of a plugin, installed for one video. It never changes. */
export interface Plugin extends PluginInstallation {
  installedAt: string;
}

export interface Plugins {
  /** How many versions are installed for a video, of all types together. */
  count(videoId: string): Promise<number>;
  get(videoId: string, type: string, version: string): Promise<Plugin | null>;
  /** The newest version of a type, by precedence. */
  newest(videoId: string, type: string): Promise<Plugin | null>;
  /**
   * Installs a version unless one of this number is there: one conditional put.
   * @returns what stands, and whether it was this call that put it there, also where its reply was lost
   */
  install(videoId: string, plugin: Plugin): Promise<{ standing: Plugin; isNew: boolean }>;
  /** Removes the plugins of a deleted video. */
  removeAll(videoId: string): Promise<void>;
}

/** `#` is in no type; the versions of a type lie in the order of their precedence. */
const typeKey = (type: string): string => `${type}#`;
const sortKey = (type: string, version: string): string => typeKey(type) + precedenceKey(version);

interface Item {
  videoId: string;
  plugin: string;
  writeId: string;
  /** JSON of the plugin: a schema may be nested deeper than an item's attributes. */
  content: string;
}

const toPlugin = ({ content }: Pick<Item, 'content'>): Plugin => JSON.parse(content) as Plugin;

export function openPlugins(environment: Environment): Plugins {
  const table = tableName(environment, 'plugins');

  const getItem = async (videoId: string, plugin: string): Promise<Item | undefined> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { videoId, plugin }, ConsistentRead: true }),
    );
    return Item as Item | undefined;
  };

  const put = async (item: Item): Promise<boolean> => {
    try {
      await dynamodb().send(
        new PutCommand({
          TableName: table,
          Item: item,
          ConditionExpression: 'attribute_not_exists(plugin)',
        }),
      );
      return true;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      return false;
    }
  };

  const keys = (videoId: string) =>
    queryItems({
      TableName: table,
      KeyConditionExpression: 'videoId = :video',
      ExpressionAttributeValues: { ':video': videoId },
      ProjectionExpression: 'plugin',
      ConsistentRead: true,
    });

  return {
    async count(videoId) {
      let count = 0;
      for await (const _ of keys(videoId)) count++;
      return count;
    },

    async get(videoId, type, version) {
      const item = await getItem(videoId, sortKey(type, version));
      return item === undefined ? null : toPlugin(item);
    },

    async newest(videoId, type) {
      const newestFirst = queryItems(
        {
          TableName: table,
          KeyConditionExpression: 'videoId = :video AND begins_with(plugin, :type)',
          ExpressionAttributeValues: { ':video': videoId, ':type': typeKey(type) },
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        1,
      );
      for await (const item of newestFirst) return toPlugin(item as unknown as Item);
      return null;
    },

    async install(videoId, plugin) {
      const item: Item = {
        videoId,
        plugin: sortKey(plugin.type, plugin.version),
        writeId: shortId(environment.runtime),
        content: JSON.stringify(plugin),
      };
      for (;;) {
        if (await put(item)) return { standing: plugin, isNew: true };
        const standing = await getItem(videoId, item.plugin);
        // It may have gone again, with its video.
        if (standing !== undefined) {
          return { standing: toPlugin(standing), isNew: standing.writeId === item.writeId };
        }
      }
    },

    async removeAll(videoId) {
      for await (const { plugin } of keys(videoId)) {
        await dynamodb().send(new DeleteCommand({ TableName: table, Key: { videoId, plugin } }));
      }
    },
  };
}
