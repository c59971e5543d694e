import { listParked, redriveParked } from '../../shared/service/parked/parked-messages.ts';
import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { clipped, counted, formatAge } from '../format.ts';
import { requireAgreement, STACK_OPTION, withOperatorStores } from '../operator.ts';

const BODY_LENGTH = 80;

export const deadLettersList = defineCommand({
  description: `Messages that neither a worker nor the consumer of dead letters could process, oldest first. Other dead letters
are handled automatically: "vms failed list" shows the outcome.`,
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
      if (messages.length === 0) return { json: { messages, more }, text: 'There are no dead letters.' };
      const rest = more ? `\nThere are more than these ${messages.length}.` : '';
      return { json: { messages, more }, text: `${text}${rest}` };
    }),
});

export const deadLettersRedrive = defineCommand({
  description: 'Sends all messages that "vms dead-letters list" shows back to their queues. Asks first.',
  options: { ...STACK_OPTION, yes: flag('Do not ask for confirmation') },
  async run(context, { options: { stack, yes } }) {
    await requireAgreement(context, 'Send the dead letters back to their queues?', { yes });
    return withOperatorStores(context, stack, async (stores) => {
      const redriven = await redriveParked(stores);
      const lines = Object.entries(redriven).map(
        ([queue, count]) => `${queue}: ${counted(count, 'message')} sent again`,
      );
      return { json: { redriven }, text: lines.join('\n') };
    });
  },
});
