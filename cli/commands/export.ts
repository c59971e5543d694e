import {
  DEFAULT_EXPORT_FORMAT,
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
} from '../../shared/contract/export-formats.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { exportWithProgress } from '../export-progress.ts';
import { exportOf, requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { oneOf, text } from '../values.ts';

export const exportCommand = defineCommand({
  operands: { required: ['id'] },
  description: EXPORT_FORMAT_NAMES.map((name) => `${name}: ${EXPORT_FORMATS[name].description}.`).join('\n'),
  options: {
    out: value('FILE', 'Output file (default: ID and the extension of the format)', text),
    format: value(
      'FORMAT',
      `${EXPORT_FORMAT_NAMES.join(', ')} (default: ${DEFAULT_EXPORT_FORMAT})`,
      oneOf(EXPORT_FORMAT_NAMES),
    ),
  },
  async run(context, { operands: { id }, options: { out, format = DEFAULT_EXPORT_FORMAT } }) {
    if (out !== undefined) await requireFileTarget(out, exportOf(format));
    const { file, bytes } = await withApi(context, ({ client }) =>
      exportWithProgress(context, client, id, format, out),
    );
    return { json: { file, format, bytes }, text: file };
  },
});
