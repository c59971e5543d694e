import type { FunctionDefinition } from './function-definition.ts';

/** How long a run takes up work, and how long it may take to end with what it has taken up. */
export const SWEEPER_SECONDS = { work: 180, timeout: 240 } as const;

/** The function that a schedule runs. */
export const sweeper = {
  key: 'sweeper/sweeper',
  stores: [
    'videoSweeper',
    'versionSweeper',
    'blobWalks',
    'jobSweeper',
    'surfaceSweeper',
    'mediaFiles',
    'ingestQueue',
    'detectionQueue',
    'outboxSweeper',
    'purger',
  ],
  objects: {
    uploads: ['GetObject'],
    exports: ['AbortMultipartUpload'],
  },
  listsUploads: true,
} as const satisfies FunctionDefinition;
