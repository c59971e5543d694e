import { writeFile } from 'node:fs/promises';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { drawContactSheet } from '../contact-sheet/draw-contact-sheet.ts';
import { openUploadedVideo } from '../contact-sheet/uploaded-video.ts';
import { UsageError } from '../failures.ts';
import { JPEG, requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { text } from '../values.ts';

export const contactSheetCommand = defineCommand({
  operands: { required: ['id'] },
  description:
    'Draws the boxes and surfaces of the newest version on frames of the video, as one JPEG. Each is labelled with its name\n' +
    'and the end of its id, unless that would cover another label. A surface is not drawn where it is lost.',
  options: { out: value('FILE', 'Output file (required)', text) },
  async run(context, { operands: { id }, options: { out } }) {
    if (out === undefined) throw new UsageError('--out FILE is missing.');
    await requireFileTarget(out, JPEG);
    const { signal } = context;
    await withApi(context, async ({ client }) => {
      const { source, probe, document } = await openUploadedVideo(client, id, signal);
      await writeFile(out, (await drawContactSheet(source, probe, document, signal)).picture);
    });
    return { json: { file: out }, text: out };
  },
});
