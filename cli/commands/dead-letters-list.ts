import { listParked } from '../../shared/service/parked/parked-messages.ts';
import { defineCommand } from '../command.ts';
import { clipped, formatAge } from '../format.ts';
import { STACK_OPTION, withOperatorStores } from '../operator.ts';
import { table } from '../table.ts';

const BODY_LENGTH = 80;

export const deadLettersList = defineCommand({
  description: `Messages that neither their worker nor the consumer of its dead letters could take, and that wait for an
operator; oldest first. Other dead letters are dealt with by themselves: "vms failed list" shows what came of them.`,
  options: STACK_OPTION,
  run: (context, { options: { stack } }) =>
    withOperatorStores(context, stack, async (stores) => {
      const { messages, more } = await listParked(stores);
      const now = stores.environment.runtime.now();
      const text = table(messages, [
        { title: 'QUEUE', cell: ({ queue }) => queue },
        { title: 'AGE', cell: ({ sentAt }) => formatAge(now - sentAt), align: 'right' },
        { title: 'MESSAGE', cell: ({ messageId }) => messageId },
        { title: 'BODY', cell: ({ body }) => clipped(body, BODY_LENGTH) },
      ]);
      if (messages.length === 0) return { json: { messages, more }, text: 'There are none.' };
      const rest = more ? `\nThere are more than these ${messages.length}.` : '';
      return { json: { messages, more }, text: `${text}${rest}` };
    }),
});
