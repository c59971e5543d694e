import type { Access } from './function-definition.ts';

/** What an erasure may touch, besides what operators' commands may: the policy of its own follows from it. */
export const erasure = {
  stores: [
    'erasedAccounts',
    'accountItems',
    'identityErasure',
    'accountVideos',
    'versionErasure',
    'purger',
    'mediaFiles',
  ],
  listsUploads: true,
} as const satisfies Access;
