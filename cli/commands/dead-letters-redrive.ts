import { redriveParked } from '../../shared/service/parked/parked-messages.ts';
import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { counted } from '../format.ts';
import { requireAgreement, STACK_OPTION, withOperatorStores } from '../operator.ts';

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
