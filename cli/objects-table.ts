import type { CallOutput } from '../client/client.ts';
import type { listObjects } from '../shared/contract/routes/objects.ts';
import { table } from './table.ts';

type TrackedObject = CallOutput<typeof listObjects>['objects'][number];

/** Tracked objects as people read them; frames are ranks in presentation order. */
export const objectsTable = (objects: readonly TrackedObject[]): string =>
  table(objects, [
    { title: 'ID', cell: ({ id }) => id },
    {
      title: 'LABEL',
      cell: ({ label, userLabel }) => (userLabel === null ? label : `${userLabel} (${label})`),
    },
    { title: 'CONFIDENCE', cell: ({ confidence }) => `${Math.round(confidence * 100)} %`, align: 'right' },
    { title: 'FIRST FRAME', cell: ({ firstFrame }) => String(firstFrame), align: 'right' },
    { title: 'LAST', cell: ({ lastFrame }) => String(lastFrame), align: 'right' },
    { title: 'COUNT', cell: ({ frameCount }) => String(frameCount), align: 'right' },
  ]);
