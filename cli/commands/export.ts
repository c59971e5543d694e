import { EXPORT_FORMATS, type ExportFormat } from '../../shared/contract/routes/metadata.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { exportWithProgress } from '../export-progress.ts';
import { UsageError } from '../failures.ts';
import { requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { oneOf, text } from '../values.ts';

const CONTENTS = { native: 'video', json: 'json' } as const satisfies Record<ExportFormat, string>;

export const exportCommand = defineCommand({
  operands: { required: ['id'] },
  description:
    'native: the video with its metadata embedded, playable everywhere. json: the metadata document.',
  options: {
    out: value('FILE', 'Where to write it (required)', text),
    format: value(
      'FORMAT',
      `${EXPORT_FORMATS.join(' or ')} (default: ${EXPORT_FORMATS[0]})`,
      oneOf(EXPORT_FORMATS),
    ),
  },
  async run(context, { operands: { id }, options: { out, format = EXPORT_FORMATS[0] } }) {
    if (out === undefined) throw new UsageError('--out FILE is missing.');
    await requireFileTarget(out, CONTENTS[format]);
    const bytes = await withApi(context, ({ client }) =>
      exportWithProgress(context, client, id, format, out),
    );
    return { json: { file: out, format, bytes }, text: out };
  },
});
