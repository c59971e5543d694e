import type { FunctionDefinition } from './function-definition.ts';

/** The function that a schedule runs. */
export const sweeper = {
  key: 'sweeper/sweeper',
  stores: [
    'videoSweeper',
    'versionSweeper',
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
    documents: ['GetObject'],
    removed: ['PutObject'],
    exports: ['AbortMultipartUpload'],
  },
  listsUploads: true,
} as const satisfies FunctionDefinition;
