import { listParked, redriveParked } from '../../shared/service/parked/parked-messages.ts';
import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped, counted, formatAge } from '../format.ts';
import { requireAgreement, STACK_OPTION, withOperatorStores } from '../operator.ts';

const BODY_LENGTH = 80;

export const deadLettersList = defineCommand({
  description: `Messages that neither their worker nor the consumer of its dead letters could take, and that wait for an
operator; oldest first. Other dead letters are dealt with by themselves: "vms failed list" shows what came of them.`,
  options: STACK_OPTION,
  run: (context, { options: { stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const { messages, more } = await listParked(stores);
      const now = stores.environment.runtime.now();
      const text = context.terminal.table(messages, [
        { title: 'QUEUE', cell: ({ queue }) => queue },
        { title: 'AGE', cell: ({ sentAt }) => formatAge(now - sentAt), align: 'right' },
        { title: 'MESSAGE', cell: ({ messageId }) => messageId },
        { title: 'BODY', cell: ({ body }) => clipped(body, BODY_LENGTH), narrow: 'cut' },
      ]);
      if (messages.length === 0) return { json: { messages, more }, text: 'There are none.' };
      const rest = more ? `\nThere are more than these ${messages.length}.` : '';
      return { json: { messages, more }, text: `${text}${rest}` };
    }),
});

export const deadLettersRedrive = defineCommand({
  description:
    'Sends all that "vms dead-letters list" shows to its queue again, for a worker that takes it now. Asks first.',
  options: { ...STACK_OPTION, yes: flag('Do not ask') },
  async run(context, { options: { stack, yes } }) {
    await requireAgreement(context, 'Send the parked messages to their queues again?', { yes });
    return withOperatorStores(context, stack, async (stores) => {
      const redriven = await redriveParked(stores);
      const lines = Object.entries(redriven).map(
        ([queue, count]) => `${queue}: ${counted(count, 'message')} sent again`,
      );
      return { json: { redriven }, text: lines.join('\n') };
    });
  },
});
