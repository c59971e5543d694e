import { cancelProcessing } from '../../shared/contract/routes/processing.ts';
import { defineCommand } from '../command.ts';
import { withApi } from '../service.ts';

export const cancel = defineCommand({
  operands: { required: ['id'] },
  description: 'ID is that of the video. Nothing of a cancelled job appears in the metadata.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => ({
      json: await client.call(cancelProcessing, { params: { id }, signal: context.signal }),
      text: 'The job is cancelled.',
    })),
});
