import type { CallOutput } from '../client/client.ts';
import type { listObjects } from '../shared/contract/routes/object-queries.ts';
import type { Column } from './table.ts';
import type { Terminal } from './terminal.ts';

export type TrackedObject = CallOutput<typeof listObjects>['objects'][number];

/** A column that is left out where no object has a value in it. */
type ObjectColumn = Column<TrackedObject> & { readonly optional?: true };

const COLUMNS: readonly ObjectColumn[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'KIND', cell: ({ kind }) => kind, narrow: 'drop' },
  { title: 'NAME', cell: ({ userLabel }) => userLabel ?? '', optional: true, narrow: 'cut' },
  { title: 'LABEL', cell: ({ label }) => label, narrow: 'cut' },
  {
    title: 'CONFIDENCE',
    cell: ({ confidence }) => `${Math.round(confidence * 100)} %`,
    align: 'right',
    narrow: 'drop',
  },
  { title: 'FIRST FRAME', cell: ({ firstFrame }) => String(firstFrame), align: 'right' },
  { title: 'LAST', cell: ({ lastFrame }) => String(lastFrame), align: 'right' },
  { title: 'COUNT', cell: ({ frameCount }) => String(frameCount), align: 'right', narrow: 'drop' },
  { title: 'TRACKING', cell: describeTracking, optional: true, narrow: 'cut' },
];

/** Tracked objects as people read them; frames are ranks in presentation order. */
export const objectsTable = (terminal: Pick<Terminal, 'table'>, objects: readonly TrackedObject[]): string =>
  terminal.table(
    objects,
    COLUMNS.filter(({ optional, cell }) => !optional || objects.some((object) => cell(object) !== '')),
  );

function describeTracking({ tracking, trackingProgress, failure }: TrackedObject): string {
  if (tracking === undefined) return '';
  if (trackingProgress !== undefined) return `${tracking}, ${trackingProgress} %`;
  return failure === undefined ? tracking : `${tracking}: ${failure.message} (${failure.code})`;
}
