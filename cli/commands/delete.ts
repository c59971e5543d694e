import { deleteVideo, getVideo } from '../../shared/contract/routes/videos.ts';
import { flag } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { withApi } from '../service.ts';

export const deleteCommand = defineCommand({
  operands: { required: ['id'] },
  description:
    'Deletes the video with its metadata, versions and exports, for good. Asks first on a terminal.',
  options: { yes: flag('Do not ask for confirmation') },
  run: (context, { operands: { id }, options: { yes } }) =>
    withApi(context, async ({ client }) => {
      const call = { params: { id }, signal: context.signal };
      if (!yes && context.isInteractive) {
        const { name } = await client.call(getVideo, call);
        const agreed = await context.confirm(`Delete "${name}" and everything about it?`);
        if (!agreed) throw new CommandFailure('NOT_CONFIRMED', 'Nothing was deleted.');
      }
      return { json: await client.call(deleteVideo, call), text: `Deleted ${id}` };
    }),
});
