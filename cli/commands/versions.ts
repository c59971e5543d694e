import { listVersions } from '../../shared/contract/routes/metadata.ts';
import { defineCommand } from '../command.ts';
import { withApi } from '../service.ts';

export const versions = defineCommand({
  operands: { required: ['id'] },
  description: 'Newest first.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => {
      const history = await client.call(listVersions, { params: { id }, signal: context.signal });
      const text = context.terminal.table(history.versions, [
        { title: 'VERSION', cell: ({ version }) => String(version), align: 'right' },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt },
        { title: 'DESCRIPTION', cell: ({ description }) => description, narrow: 'cut' },
      ]);
      return { json: history, text };
    }),
});
