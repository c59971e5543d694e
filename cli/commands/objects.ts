import { listObjects } from '../../shared/contract/routes/objects.ts';
import { defineCommand } from '../command.ts';
import { explainNoObjects } from '../no-objects.ts';
import { objectsTable } from '../objects-table.ts';
import { withApi } from '../service.ts';

export const objects = defineCommand({
  operands: { required: ['id'] },
  description:
    'ID is the id of the video. The tracks are in the metadata document: "vms metadata get ID".\n' +
    'TRACKING shows whether a surface is still being tracked.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => {
      const found = await client.call(listObjects, { params: { id }, signal: context.signal });
      // Programs get the list alone: what there is to say about none costs a call.
      if (context.json) return { json: found, text: '' };
      const none = found.objects.length === 0;
      return {
        json: found,
        text: none
          ? await explainNoObjects(context, client, id)
          : objectsTable(context.terminal, found.objects),
      };
    }),
});
