import { cancelProcessing } from '../../shared/contract/routes/processing.ts';
import { defineCommand } from '../command.ts';
import { withApi } from '../service.ts';

export const cancel = defineCommand({
  operands: { required: ['id'] },
  description: 'ID is the id of the video. A cancelled job leaves the metadata unchanged.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => ({
      json: await client.call(cancelProcessing, { params: { id }, signal: context.signal }),
      text: 'The job is cancelled.',
    })),
});
