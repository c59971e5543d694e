import { LIMITS } from '../../shared/contract/limits.ts';
import { listVideos } from '../../shared/contract/routes/videos.ts';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped, formatDuration } from '../format.ts';
import { withApi } from '../service.ts';
import { integer } from '../values.ts';

const NAME_LENGTH = 40;

export const list = defineCommand({
  description: 'Newest first.',
  options: {
    page: value('N', 'Which page (default: 1)', integer(1, MAX_COUNTER)),
    'page-size': value(
      'N',
      `Videos on a page (default: ${LIMITS.defaultPageSize})`,
      integer(1, LIMITS.pageSize),
    ),
  },
  run: (context, { options: { page = 1, 'page-size': pageSize = LIMITS.defaultPageSize } }) =>
    withApi(context, async ({ client }) => {
      const found = await client.call(listVideos, { query: { page, pageSize }, signal: context.signal });
      const { videos, total } = found;
      if (total === 0) return { json: found, text: 'There are no videos yet; "vms upload FILE" adds one.' };
      const rows = context.terminal.table(videos, [
        { title: 'ID', cell: ({ id }) => id },
        { title: 'NAME', cell: ({ name }) => clipped(name, NAME_LENGTH), narrow: 'cut' },
        { title: 'STATUS', cell: ({ status }) => status },
        {
          title: 'DURATION',
          cell: ({ duration, status }) => (status === 'processed' ? formatDuration(duration) : '–'),
          align: 'right',
          narrow: 'drop',
        },
        { title: 'CREATED', cell: ({ createdAt }) => createdAt, narrow: 'drop' },
      ]);
      const pages = Math.ceil(total / pageSize);
      return { json: found, text: pages > 1 ? `${rows}\n\nPage ${page} of ${pages}, ${total} videos` : rows };
    }),
});
