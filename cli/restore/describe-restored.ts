import type { Restored } from '../../shared/service/restore/restore.ts';
import type { Terminal } from '../terminal.ts';

/** What a restore changes, or has changed. */
export function describeRestored({ tables, objects }: Restored, terminal: Pick<Terminal, 'table'>): string {
  const rows = Object.entries(tables).map(([name, differences]) => ({ name, ...differences }));
  const table = terminal.table(rows, [
    { title: 'TABLE', cell: ({ name }) => name },
    { title: 'WRITTEN', cell: ({ put }) => String(put), align: 'right' },
    { title: 'DELETED', cell: ({ deleted }) => String(deleted), align: 'right' },
    { title: 'UNCHANGED', cell: ({ same }) => String(same), align: 'right' },
  ]);
  return `${table}\nFiles and blobs brought back: ${objects.back}. Deleted: ${objects.deleted}.`;
}
