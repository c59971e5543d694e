import { listFailed } from '../../shared/service/failed/list-failed.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { formatAge } from '../format.ts';
import { accountNotFound, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { table } from '../table.ts';
import { label } from '../values.ts';

export const failedList = defineCommand({
  description: `Videos that could not be ingested, and videos whose last detection job failed; latest first. RETRY says
whether "vms failed retry" takes it: where the reason is not in the file. Reads the whole tables of videos and jobs.`,
  options: { account: value('NAME', 'Only those of this account', label), ...STACK_OPTION },
  run: (context, { options: { account, stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const failed = await listFailed(stores, account);
      if (failed === null) throw accountNotFound(account ?? '');
      const now = stores.environment.runtime.now();
      const text = table(failed, [
        { title: 'VIDEO', cell: ({ videoId }) => videoId },
        { title: 'FAILED', cell: ({ kind }) => kind },
        { title: 'AGE', cell: ({ failedAt }) => formatAge(now - Date.parse(failedAt)), align: 'right' },
        { title: 'RETRY', cell: ({ retriable }) => (retriable ? 'yes' : 'no') },
        { title: 'ACCOUNT', cell: (work) => work.account },
        { title: 'REASON', cell: ({ code, message }) => `${code}: ${message}` },
      ]);
      return { json: { failed }, text: failed.length === 0 ? 'Nothing has failed.' : text };
    }),
});
