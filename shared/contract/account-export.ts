import type { Access } from './function-definition.ts';

/** What an export of an account may touch, besides what operators' commands may: the policy of its own follows from it. */
export const accountExport = {
  stores: [
    'accountVideos',
    'versionReader',
    'documentReader',
    'jobReader',
    'surfaceReader',
    'pluginLists',
    'mediaFiles',
  ],
  objects: { uploads: ['GetObject'] },
  listsObjects: true,
} as const satisfies Access;
