import { renameVideo } from '../../shared/contract/routes/videos.ts';
import { readAs } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { withApi } from '../service.ts';
import { label } from '../values.ts';

export const rename = defineCommand({
  operands: { required: ['id', 'name'] },
  description: 'ID is the id of the video, NAME its new name.',
  run: (context, { operands: { id, name } }) =>
    withApi(context, async ({ client }) => {
      const body = { name: readAs('NAME', label, name) };
      const renamed = await client.call(renameVideo, { params: { id }, body, signal: context.signal });
      return { json: renamed, text: `${id} is called ${renamed.video.name} now.` };
    }),
});
