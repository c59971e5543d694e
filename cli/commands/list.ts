import { LIMITS } from '../../shared/contract/limits.ts';
import { listVideos } from '../../shared/contract/routes/videos.ts';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';
import {
  NEWEST_FIRST,
  VIDEO_SORT_MEMBERS,
  VIDEO_SORTS,
  VIDEO_STATUSES,
} from '../../shared/contract/schemas/video.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped, formatDuration } from '../format.ts';
import { withApi } from '../service.ts';
import { integer, label, listOf, oneOf, text } from '../values.ts';

const NAME_LENGTH = 40;

const status = oneOf(VIDEO_STATUSES);

export const list = defineCommand({
  description: 'Newest first.',
  options: {
    page: value('N', 'Which page (default: 1)', integer(1, MAX_COUNTER)),
    'page-size': value(
      'N',
      `Videos on a page (default: ${LIMITS.defaultPageSize})`,
      integer(1, LIMITS.pageSize),
    ),
    name: value('TEXT', 'Only videos with this in their name', label),
    status: value(
      'STATUS,…',
      `Only videos in one of these states: ${VIDEO_STATUSES.join(', ')}`,
      listOf(status),
    ),
    label: value('LABEL,…', 'Only videos with an object of one of these classes', listOf(text)),
    sort: value(
      'MEMBER',
      `${VIDEO_SORT_MEMBERS.join(', ')}; the highest first with "-" before it (default: ${NEWEST_FIRST})`,
      oneOf(VIDEO_SORTS),
    ),
  },
  run: (context, { options }) =>
    withApi(context, async ({ client }) => {
      const { page = 1, 'page-size': pageSize = LIMITS.defaultPageSize, sort = NEWEST_FIRST, name } = options;
      const query = { page, pageSize, sort, name, status: options.status, label: options.label };
      const found = await client.call(listVideos, { query, signal: context.signal });
      const { videos, total } = found;
      const isFiltered = (name ?? options.status ?? options.label) !== undefined;
      if (total === 0 && isFiltered) return { json: found, text: 'No video meets all options.' };
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
