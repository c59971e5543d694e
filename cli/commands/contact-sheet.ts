import { getVideo } from '../../shared/contract/routes/videos.ts';
import { leadingFrames, withoutLeading } from '../../shared/media/decode/leading-frames.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { urlSource } from '../contact-sheet/url-source.ts';
import { writeContactSheet } from '../contact-sheet/write-contact-sheet.ts';
import { UsageError, videoNotReady } from '../failures.ts';
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
      const { metadata, streamUrl, fileSize, status } = await client.call(getVideo, {
        params: { id },
        signal,
      });
      const { objects } = metadata;
      if (objects === undefined) throw videoNotReady(id, status);
      const source = urlSource(streamUrl, { size: fileSize, signal });
      const probe = await probeVideo(source);
      const video = withoutLeading(probe, await leadingFrames(source, probe, { signal }));
      await writeContactSheet(out, source, video, { objects }, signal);
    });
    return { json: { file: out }, text: out };
  },
});
