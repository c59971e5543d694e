import { compareVersions, listVersions } from '../../shared/contract/routes/metadata.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped } from '../format.ts';
import { withApi } from '../service.ts';
import { text } from '../values.ts';

const VALUE_LENGTH = 60;

const shown = (json: unknown): string =>
  json === undefined ? '' : clipped(JSON.stringify(json), VALUE_LENGTH);

export const versions = defineCommand({
  operands: { required: ['id'] },
  description: 'Newest first.',
  options: {
    author: value('ID', 'Only versions made by the key or person with this id', text),
    compare: value('A...B', 'List what is different in version B from version A instead', text),
  },
  run: (context, { operands: { id }, options: { author, compare } }) =>
    withApi(context, async ({ client }) => {
      const { terminal, signal } = context;
      if (compare !== undefined) {
        const params = { id, version: compare };
        const found = await client.call(compareVersions, { params, signal });
        const rows = terminal.table(found.changes, [
          { title: 'CHANGE', cell: ({ kind }) => kind },
          { title: 'PATH', cell: ({ path }) => path },
          { title: 'BEFORE', cell: ({ before }) => shown(before), narrow: 'drop' },
          { title: 'AFTER', cell: ({ after }) => shown(after), narrow: 'cut' },
        ]);
        return { json: found, text: found.total === 0 ? 'Both versions are the same.' : rows };
      }
      const query = { author };
      const history = await client.call(listVersions, { params: { id }, query, signal });
      const rows = terminal.table(history.versions, [
        { title: 'VERSION', cell: ({ version }) => String(version), align: 'right' },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt },
        { title: 'AUTHOR', cell: ({ author: by }) => by?.name ?? by?.kind ?? '', narrow: 'drop' },
        { title: 'DESCRIPTION', cell: ({ description }) => description, narrow: 'cut' },
      ]);
      return { json: history, text: rows };
    }),
});
