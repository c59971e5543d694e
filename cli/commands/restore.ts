import { flag, value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { formatDuration } from '../format.ts';
import { requireAgreement, requireAskable, STACK_OPTION, withStack } from '../operator.ts';
import { describeRestored } from '../restore/describe-restored.ts';
import { moment } from '../restore/moment.ts';

/** Says what is going on, where a person reads it. */
const noting =
  ({ terminal, json }: Context) =>
  (text: string): void => {
    if (!json) terminal.note(text);
  };

export const restore = defineCommand({
  description: `Makes videos, their documents, plugins, jobs and counts as they were at TIME, within the last 35 days.
Accounts, keys and users stay as they are. What was uploaded or edited later is lost.

First copies of the tables are made, which takes about half an hour and disturbs nothing, and what would change is
counted. Then, after a question, the service is stopped (clients get the error 500) until all is done. If it breaks off,
run the same command again: it goes on, and starts the service in the end. docs/runbook.md says more.`,
  options: {
    ...STACK_OPTION,
    at: value('TIME', 'The moment, such as 2026-11-27T22:56:00Z', moment),
    'dry-run': flag('Make the copies and count what would change, no more'),
    abandon: flag('Start the service as it is, and remove the copies for TIME'),
    'no-wait': flag('Do not wait until what has begun has ended: the service was stopped long ago'),
    yes: flag('Do not ask for confirmation'),
  },
  async run(context, { options: { stack, at, 'dry-run': dryRun, abandon, 'no-wait': noWait, yes } }) {
    if (stack === undefined) {
      throw new UsageError(
        'Name the stack with --stack. The local service keeps no history: copy its data folder while it is stopped.',
      );
    }
    if (at === undefined) throw new UsageError('Name the moment with --at.');
    if (!yes && !dryRun && !abandon) requireAskable(context);
    const note = noting(context);
    const wait = context.pause;
    // Loaded here, since no other command needs it.
    const [work, { openRestoreStores }, { openWriterSwitch }] = await Promise.all([
      import('../../shared/service/restore/restore.ts'),
      import('../../shared/service/restore/restore-stores.ts'),
      import('../restore/writer-switch.ts'),
    ]);
    return withStack(stack, async (environment, writersOf) => {
      const stores = openRestoreStores(environment);
      const writers = await writersOf();
      using service = openWriterSwitch(writers, wait);
      const finish = async (): Promise<void> => {
        await service.start();
        await work.dropCopies(stores, at);
      };
      if (abandon) {
        await finish();
        return { json: { at: at.toISOString(), abandoned: true }, text: `${stack} is started.` };
      }
      await work.makeCopies(stores, at, {
        wait,
        report: (left) => note(`Copies of ${left} tables are being made …`),
      });
      const planned = await work.restore(stores, { at, apply: false });
      if (dryRun) return report(planned, { dryRun: true });
      note(describeRestored(planned, context.terminal));
      await requireAgreement(context, `Restore ${stack} to ${at.toISOString()}, and stop it meanwhile?`, {
        yes,
      });
      await service.stop();
      const seconds = noWait ? 0 : writers.longestRunSeconds;
      note(`${stack} is stopped. What has begun ends within ${formatDuration(seconds)} …`);
      await wait(seconds * 1000);
      const done = await work.restore(stores, { at, apply: true, report: (step) => note(`${step} …`) });
      await finish();
      const erased = await work.erasedSince(stores, at);
      for (const id of erased)
        note(
          `Videos of an erased account are back. Erase it again: vms account erase ${id} --stack ${stack}`,
        );
      return report(done, { dryRun: false, erased });

      function report(found: typeof planned, more: { dryRun: boolean; erased?: readonly string[] }) {
        const text = describeRestored(found, context.terminal);
        const end = more.dryRun
          ? 'Nothing was changed. The copies are kept for the restore; --abandon removes them.'
          : `${stack} is as it was at ${at?.toISOString()}, and started.`;
        return { json: { at: at?.toISOString(), ...more, ...found }, text: `${text}\n${end}` };
      }
    });
  },
});
