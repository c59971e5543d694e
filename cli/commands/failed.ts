import type { Account } from '../../shared/domain/account.ts';
import { listFailed } from '../../shared/service/failed/list-failed.ts';
import type { RetryOutcome } from '../../shared/service/failed/retry-failed.ts';
import { type Retried, retryEach } from '../../shared/service/failed/retry-failed.ts';
import type { OperatorStores } from '../../shared/service/operator-stores.ts';
import { flag, value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { counted, formatAge } from '../format.ts';
import { requireAgreement, STACK_OPTION } from '../operator.ts';
import { withAccounts } from '../users/with-accounts.ts';
import { label } from '../values.ts';

export const failedList = defineCommand({
  description: `Videos that could not be processed, and videos whose last detection job failed; newest first. RETRY is "no" where
the file is at fault: it would fail again. Scans the tables of videos and jobs.`,
  options: { account: value('NAME', 'Only those of this account', label), ...STACK_OPTION },
  run: (context, { options: { account, stack } }) =>
    withAccounts(context, stack, async (stores, find) => {
      const only = account === undefined ? undefined : await find(account);
      const failed = await listFailed(stores, only);
      const now = stores.environment.runtime.now();
      const text = context.terminal.table(failed, [
        { title: 'VIDEO', cell: ({ videoId }) => videoId },
        { title: 'FAILED', cell: ({ kind }) => kind },
        { title: 'AGE', cell: ({ failedAt }) => formatAge(now - Date.parse(failedAt)), align: 'right' },
        { title: 'RETRY', cell: ({ retriable }) => (retriable ? 'yes' : 'no') },
        { title: 'ACCOUNT', cell: (work) => work.account, narrow: 'drop' },
        { title: 'REASON', cell: ({ code, message }) => `${code}: ${message}`, narrow: 'cut' },
      ]);
      return { json: { failed }, text: failed.length === 0 ? 'Nothing has failed.' : text };
    }),
});

const MAX_IDS = 100;

const WORDS: Record<RetryOutcome, string> = {
  video: 'its file is processed again',
  job: 'a new job with the same options has started',
  'unknown-video': 'there is no such video',
  'not-failed': 'neither the video nor its last job has failed',
  'file-fault': 'the file is at fault: it would fail again',
  'file-gone': 'its file no longer exists',
  changed: 'it changed in the meantime; check it and try again',
};

const lineOf = (retried: Retried): string =>
  `${retried.videoId}: ${retried.outcome === 'error' ? retried.error : WORDS[retried.outcome]}`;

const isRetried = ({ outcome }: Retried): boolean => outcome === 'video' || outcome === 'job';

const retriableIds = async (stores: OperatorStores, only: Account | undefined): Promise<string[]> =>
  (await listFailed(stores, only)).filter(({ retriable }) => retriable).map(({ videoId }) => videoId);

export const failedRetry = defineCommand({
  operands: { required: [], more: { name: 'ID', max: MAX_IDS } },
  description: `Retries videos, or their last detection jobs, unless the file is at fault. A video goes back to "processing";
a failed job is replaced by a new one with the same options and models.`,
  options: {
    all: flag('Retry everything that "vms failed list" marks as retriable; asks first'),
    account: value('NAME', 'With --all: only of this account', label),
    ...STACK_OPTION,
    yes: flag('Do not ask for confirmation'),
  },
  async run(context, { more, options: { all, account, stack, yes } }) {
    if (all === more.length > 0) throw new UsageError('Name videos by their IDs, or give --all.');
    if (account !== undefined && !all) throw new UsageError('--account belongs to --all.');
    return withAccounts(context, stack, async (stores, find) => {
      const only = account === undefined ? undefined : await find(account);
      const ids = all ? await retriableIds(stores, only) : more;
      if (all && ids.length > 0)
        await requireAgreement(context, `Retry ${counted(ids.length, 'video')}?`, { yes });
      const retried = await retryEach(stores, ids);
      const lines = retried.map(lineOf);
      // Of all that failed, some may not be as they were listed any more.
      const refused = retried.filter((each) => (all ? each.outcome === 'error' : !isRetried(each)));
      if (refused.length > 0) throw new CommandFailure('NOT_RETRIED', lines.join('\n'));
      return { json: { retried }, text: lines.length === 0 ? 'Nothing can be retried.' : lines.join('\n') };
    });
  },
});
