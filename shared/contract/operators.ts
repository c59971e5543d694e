import type { Access } from './function-definition.ts';

/** What the commands of operators may touch. A retry checks that the file exists, and plans a job by the frame index. */
export const operators = {
  stores: [
    'keyAdministration',
    'keyQuota',
    'keySlots',
    'accounts',
    'identityAdministration',
    'accountUse',
    'failedVideos',
    'ownedVideos',
    'failedJobs',
    'jobQuota',
    'mediaFiles',
    'ingestQueue',
    'detectionQueue',
    'parkedMessages',
  ],
  objects: { uploads: ['GetObject'], documents: ['GetObject'] },
  listsObjects: true,
} as const satisfies Access;
