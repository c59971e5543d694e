import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { fileSource } from '../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { writeContactSheet } from '../contact-sheet/write-contact-sheet.ts';
import { exportWithProgress } from '../export-progress.ts';
import { UsageError } from '../failures.ts';
import { requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { text } from '../values.ts';

export const contactSheetCommand = defineCommand({
  operands: { required: ['id'] },
  description:
    'Draws the objects of the newest version, boxes and surfaces, into frames of the video: a JPEG picture. A surface is not\n' +
    'drawn where it is lost.',
  options: { out: value('FILE', 'Where to write it (required)', text) },
  async run(context, { operands: { id }, options: { out } }) {
    if (out === undefined) throw new UsageError('--out FILE is missing.');
    await requireFileTarget(out);
    const scratch = await mkdtemp(path.join(tmpdir(), 'vms-contact-sheet-'));
    try {
      const video = path.join(scratch, 'video');
      await withApi(context, async ({ client }) => {
        const document = await client.call(getMetadata, { params: { id }, signal: context.signal });
        await exportWithProgress(context, client, id, 'native', video);
        await using source = await fileSource(video);
        await writeContactSheet(out, source, await probeVideo(source), document, context.signal);
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    return { json: { file: out }, text: out };
  },
});
