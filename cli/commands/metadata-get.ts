import { writeFile } from 'node:fs/promises';
import { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { formatBytes } from '../format.ts';
import { requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { integer, text } from '../values.ts';

export const metadataGet = defineCommand({
  operands: { required: ['id'] },
  options: {
    version: value('N', 'An older version (default: the newest)', integer(1, MAX_COUNTER)),
    out: value('FILE', 'Write the document there instead of printing it', text),
  },
  async run(context, { operands: { id }, options: { version, out } }) {
    if (out !== undefined) await requireFileTarget(out, 'json');
    return withApi(context, async ({ client }) => {
      const { body: document, etag } = await client.exchange(getMetadata, {
        params: { id },
        query: version === undefined ? {} : { version },
        signal: context.signal,
      });
      const readable = JSON.stringify(document, null, 2);
      if (out === undefined) {
        if (!context.json) context.terminal.note(`Version ${etag}`);
        return { json: document, text: readable };
      }
      const bytes = Buffer.from(`${readable}\n`);
      await writeFile(out, bytes);
      return {
        json: { file: out, bytes: bytes.length, version: etag },
        text: `Wrote version ${etag} to ${out} (${formatBytes(bytes.length)})`,
      };
    });
  },
});
