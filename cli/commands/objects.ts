import { listObjects } from '../../shared/contract/routes/objects.ts';
import { defineCommand } from '../command.ts';
import { objectsTable } from '../objects-table.ts';
import { withApi } from '../service.ts';

export const objects = defineCommand({
  operands: { required: ['id'] },
  description:
    'ID is that of the video. The tracks are in the metadata document: "vms metadata get ID".\n' +
    'TRACKING tells of surfaces whether they are still being tracked.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => {
      const found = await client.call(listObjects, { params: { id }, signal: context.signal });
      const text =
        found.objects.length === 0
          ? `There are no objects; "vms process ${id}" looks for some, "vms surface ${id}" marks one.`
          : objectsTable(found.objects);
      return { json: found, text };
    }),
});
