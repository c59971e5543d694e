import { readFile, writeFile } from 'node:fs/promises';
import {
  getMetadata,
  listVersions,
  patchMetadata,
  restoreVersion,
} from '../../shared/contract/routes/metadata.ts';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';
import { value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { formatBytes } from '../format.ts';
import { exportOf, requireFileTarget } from '../output-path.ts';
import { withApi } from '../service.ts';
import { integer, text } from '../values.ts';

export const metadataGet = defineCommand({
  operands: { required: ['id'] },
  options: {
    version: value('N', 'Version to print (default: the newest)', integer(1, MAX_COUNTER)),
    sections: value('NAMES', 'Print only these members, with commas between them', text),
    path: value('POINTER', 'Print only the value at a path by ids, such as /layers/titles', text),
    out: value('FILE', 'Write the document to this file instead of standard output', text),
  },
  async run(context, { operands: { id }, options: { version, sections, path, out } }) {
    if (out !== undefined) await requireFileTarget(out, exportOf('json'));
    return withApi(context, async ({ client }) => {
      const { body: document, etag } = await client.exchange(getMetadata, {
        params: { id },
        query: { version, sections, path },
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

export const metadataPatch = defineCommand({
  operands: { required: ['id', 'patch'] },
  description:
    'PATCH is a partial document: JSON, @FILE, or - for standard input. Entries of layers, overlays, variables and\n' +
    'rules are matched by their id; null removes a member, {"id": …, "$delete": true} an entry.',
  options: {
    'if-match': value('N', 'Fail if N is not the newest version', integer(1, MAX_COUNTER)),
  },
  async run(context, { operands: { id, patch }, options: { 'if-match': ifMatch } }) {
    const body = parsePatch(await readPatch(patch, context));
    return withApi(context, async ({ client }) => {
      const { signal } = context;
      const call = { params: { id }, body, signal };
      const patched = await client.call(patchMetadata, ifMatch === undefined ? call : { ...call, ifMatch });
      return { json: patched, text: `The metadata is at version ${patched.version}.` };
    });
  },
});

export const metadataRestore = defineCommand({
  operands: { required: ['id', 'version'] },
  description: 'Makes the next version from VERSION, with its objects and their tracks.',
  options: {
    'if-match': value('N', 'Fail if N is not the newest version', integer(1, MAX_COUNTER)),
  },
  async run(context, { operands: { id, version }, options: { 'if-match': named } }) {
    return withApi(context, async ({ client }) => {
      const { signal } = context;
      const newest = async () => {
        const query = { limit: 1 };
        return (await client.call(listVersions, { params: { id }, query, signal })).currentVersion;
      };
      const ifMatch = named ?? (await newest());
      const restored = await client.call(restoreVersion, { params: { id, version }, ifMatch, signal });
      return {
        json: restored,
        text: `Version ${version} is the newest again, as version ${restored.version}.`,
      };
    });
  },
});

async function readPatch(given: string, { readStdin }: Context): Promise<string> {
  if (given === '-') return readStdin();
  return given.startsWith('@') ? readFile(given.slice(1), 'utf8') : given;
}

function parsePatch(json: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw new UsageError(`PATCH is not JSON: ${(error as SyntaxError).message}.`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new UsageError('PATCH must be a JSON object, such as {"layers": []}.');
  }
  return parsed as Record<string, unknown>;
}
