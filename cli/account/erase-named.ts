import { RECOVERY_DAYS } from '../../shared/contract/resources.ts';
import { eraseAccount } from '../../shared/service/erasure/erase-account.ts';
import { openErasureStores } from '../../shared/service/erasure/erasure-stores.ts';
import { peopleOf } from '../../shared/service/identity/people-of.ts';
import type { Context, Report } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { counted, formatBytes, shellWord } from '../format.ts';
import { withOperatorStores } from '../operator.ts';
import { fields } from '../table.ts';
import { accountOfUser } from '../users/with-accounts.ts';
import { openUsers } from '../users/with-users.ts';
import { directoryLogins, namesOf } from './directory-logins.ts';

interface EraseOptions {
  readonly stack: string | undefined;
  readonly copies: boolean;
  readonly 'no-wait': boolean;
  readonly 'dry-run': boolean;
  readonly confirm: string | undefined;
}

/** Erases the account that an operator names, after they have named it once more. */
export async function eraseNamed(context: Context, name: string, options: EraseOptions): Promise<Report> {
  const { stack, copies, confirm, 'dry-run': dryRun, 'no-wait': noWait } = options;
  const { terminal, json } = context;
  if (confirm === undefined && !dryRun && !context.isInteractive)
    throw new UsageError('Cannot ask for the name here: add --confirm NAME.');
  return withOperatorStores(context, stack, async (operator) => {
    const { environment, use } = operator;
    const stores = openErasureStores(environment);
    using directory = await openUsers(context, stack, environment.variables);
    const account =
      (await stores.erased.find(name)) ??
      (await stores.erased.find((await accountOfUser(operator, directory, name)).accountId));
    if (account === null) throw new Error(`There is no account ${name}`);

    const { accountId, handle } = account;
    const names = await namesOf(directory);
    const people = await peopleOf(stores, accountId);
    const users = people.map(({ subject }) => names.get(subject) ?? subject);
    const { used } = await use.of(accountId);
    const found = { accountId, handle, users, used };
    const summary = fields([
      ['Account', handle ?? `erased ${account.erasedAt}`],
      ['ID', accountId],
      ['Videos', `${used.videos} (${formatBytes(used.bytes)})`],
      ['Running', `${counted(used.activeJobs, 'job')}, ${counted(used.activeSurfaces, 'surface')}`],
      ['Active keys', String(used.activeKeys)],
      ['Users', users.length === 0 ? 'none' : users.join(', ')],
    ]);
    if (dryRun) return { json: { ...found, dryRun: true }, text: `${summary}\nNothing was changed.` };
    if (!json) terminal.note(summary);
    const expected = handle ?? accountId;
    const typed = confirm ?? (await context.ask(`This cannot be undone. Type "${expected}" to erase it:`));
    if (typed !== expected && typed !== accountId)
      throw new CommandFailure('NOT_CONFIRMED', 'This is not its name. Nothing was changed.');

    await withProgress(context, { accountId, videos: used.videos, stack, noWait }, (report) =>
      eraseAccount(stores, account, directory && directoryLogins(directory, names), {
        copies,
        wait: noWait ? async () => {} : context.pause,
        report,
      }),
    );
    const { erasedAt } = (await stores.erased.find(accountId)) ?? {};
    return {
      json: { ...found, erasedAt, copies },
      text: `Erased account ${expected}.\n${remains({ stack, copies })}`,
    };
  });
}

type ReportStep = Parameters<typeof eraseAccount>[3]['report'];

/** Shows how far an erasure is, and says how to go on with one that ends early. */
async function withProgress(
  { terminal, json, dataOption }: Context,
  {
    accountId,
    videos,
    stack,
    noWait,
  }: { accountId: string; videos: number; stack: string | undefined; noWait: boolean },
  erase: (report: ReportStep) => Promise<void>,
): Promise<void> {
  const progress = terminal.progress('Deleting videos ');
  const note = (text: string): void => {
    if (!json) terminal.note(text);
  };
  try {
    await erase((step, deleted) => {
      if (step === 'videos' && !json) progress.update(deleted / Math.max(deleted, videos), `${deleted}`);
      if (step === 'requests' && !noWait) note('Waiting a minute for requests that had begun …');
      if (step === 'copies') note('Removing what the bucket keeps for a restore …');
    });
  } catch (error) {
    const where = stack === undefined ? dataOption : ` --stack ${shellWord(stack)}`;
    terminal.note(
      `Not all is erased, but nobody can use it. Go on with: vms account erase ${accountId}${where}`,
    );
    throw error;
  } finally {
    progress.stop();
  }
}

/** What is left of an erased account, and until when. */
function remains({ stack, copies }: Pick<EraseOptions, 'stack' | 'copies'>): string {
  const recoverable = copies
    ? [`- table rows, for a restore: ${RECOVERY_DAYS} days`]
    : [
        `- files, documents and table rows, for a restore: ${RECOVERY_DAYS + 1} days`,
        '  (with --copies, which can be given later, files and documents go at once)',
      ];
  return [
    'What remains, and for how long:',
    ...(stack === undefined ? [] : recoverable),
    '- IDs: of deleted videos 15 days, in messages 14 days, in logs as logs are kept',
    '- the ID of the account and when it was erased: for good',
  ].join('\n');
}
