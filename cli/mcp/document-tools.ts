import * as z from 'zod';
import { LIMITS } from '../../shared/contract/limits.ts';
import { DOCUMENT } from '../../shared/contract/openapi/documentation/samples.ts';
import {
  compareVersions,
  getMetadata,
  listVersions,
  restoreVersion,
} from '../../shared/contract/routes/metadata.ts';
import { applyChanges } from '../../shared/contract/routes/projects.ts';
import { jsonPatch } from '../../shared/contract/schemas/json-patch.ts';
import { metadataDocument } from '../../shared/contract/schemas/metadata.ts';
import { repeatable } from '../../shared/contract/schemas/primitives.ts';
import { baseVersion, counter, limit, olderVersion, videoId } from './inputs.ts';
import { proposedChanges, sentPatch } from './proposed-changes.ts';
import { defineTool, type Tool } from './tool.ts';

/** All but the objects, which have tools of their own, and tracks of any length. */
const USUAL_SECTIONS = ['videoDetails', 'layers', 'variables', 'rules', 'extra'];

const read = defineTool({
  name: 'read_document',
  title: 'Read the metadata document',
  description:
    'Reads the metadata document of a video, or a part of it: with `path` the value there, with `sections` these members, ' +
    'otherwise all but the objects. Answers the version, which changes are based on.',
  effect: 'reads',
  routes: [getMetadata],
  input: z
    .strictObject({
      videoId,
      path: z
        .string()
        .optional()
        .describe('JSON Pointer with the id of a list entry in place of its index: /layers/titles/name'),
      sections: repeatable(z.string().min(1)).describe(
        'members, such as layers and rules; extra: all that the service does not know',
      ),
      version: olderVersion,
    })
    .check(({ value, issues }) => {
      if (value.path === undefined || value.sections === undefined) return;
      issues.push({
        code: 'custom',
        input: value,
        path: ['path'],
        message: 'give path or sections, not both',
      });
    }),
  async run({ videoId: id, path, sections, version }, { client, signal }) {
    const part = path === undefined ? { sections: (sections ?? USUAL_SECTIONS).join(',') } : { path };
    const { body, etag } = await client.exchange(getMetadata, {
      params: { id },
      query: { ...part, version },
      signal,
    });
    return { data: { version: etag, ...(path === undefined ? { document: body } : { path, value: body }) } };
  },
});

const describe = defineTool({
  name: 'describe_document',
  title: 'Describe the form of documents',
  description:
    'Answers an example of a metadata document and the JSON Schema of its layers: how overlays such as texts, images and shapes ' +
    'are written, and how one follows an object. Read this before adding overlays.',
  effect: 'reads',
  // It calls nothing: it is for those who may read documents.
  routes: [getMetadata],
  input: z.strictObject({}),
  run: async () => ({
    data: {
      example: DOCUMENT,
      layers: z.toJSONSchema(metadataDocument.shape.layers, { io: 'input' }),
      variablesAndRules: 'Entries with an id; their other members are yours and are kept unchanged.',
    },
  }),
});

const versions = defineTool({
  name: 'list_versions',
  title: 'List versions',
  description:
    'Lists the versions of the metadata, newest first: when each was made, by whom, and what it changed.',
  effect: 'reads',
  routes: [listVersions],
  input: z.strictObject({
    videoId,
    before: counter(1).optional().describe('only versions older than this one'),
    limit: limit(200, 20),
  }),
  run: async ({ videoId: id, ...query }, { client, signal }) => ({
    data: await client.call(listVersions, { params: { id }, query, signal }),
  }),
});

const compare = defineTool({
  name: 'compare_versions',
  title: 'Compare versions',
  description: 'Lists what is different between two versions of the metadata.',
  effect: 'reads',
  routes: [compareVersions],
  input: z.strictObject({ videoId, from: counter(1), to: counter(1), limit: limit(200, 100) }),
  run: async ({ videoId: id, from, to, limit: most }, { client, signal }) => ({
    data: await client.call(compareVersions, {
      params: { id, version: `${from}...${to}` },
      query: { limit: most },
      signal,
    }),
  }),
});

/** Flat, since not every agent follows the references and unions of the API's own schema. */
const changes = z
  .array(
    z.strictObject({
      op: z.enum(['add', 'replace', 'remove', 'test', 'move', 'copy']),
      path: z
        .string()
        .describe(
          'JSON Pointer (RFC 6901) with the index of a list entry, not its id: /layers/0/overlays/2/position; - for the end of a ' +
            'list; objects by id',
        ),
      from: z.string().optional().describe('of move and copy'),
      value: z.unknown().optional().describe('of add, replace and test'),
    }),
  )
  .min(1)
  .max(LIMITS.patchOperations)
  .describe(
    'JSON Patch (RFC 6902), in order, all or none. describe_document has the form of layers and overlays. Objects cannot be ' +
      'added, and only userLabel and customData of them changed',
  );

const propose = defineTool({
  name: 'propose_changes',
  title: 'Propose changes',
  description:
    'Checks a JSON Patch of the metadata document and answers what it would change, for a person to agree to. Changes nothing. ' +
    'make_changes makes it, with the version that this answers.',
  effect: 'reads',
  routes: [getMetadata],
  input: z.strictObject({ videoId, version: olderVersion, changes }),
  async run({ videoId: id, version, changes: given }, { client, signal }) {
    const patch = sentPatch(given);
    const { body, etag } = await client.exchange(getMetadata, { params: { id }, query: { version }, signal });
    return { data: { version: etag, ...proposedChanges(body, patch) } };
  },
});

const make = defineTool({
  name: 'make_changes',
  title: 'Change the metadata document',
  description:
    'Applies a JSON Patch to the metadata document: one new version, which restore_version takes back. Propose changes first ' +
    'where a person should agree.',
  effect: 'undoable',
  routes: [applyChanges],
  input: z.strictObject({
    videoId,
    baseVersion,
    changes,
    description: z.string().max(LIMITS.descriptionLength).optional().describe('for the history of versions'),
  }),
  async run({ videoId: id, baseVersion: baseRevision, changes: given, ...described }, { client, signal }) {
    const body = { baseRevision, changes: jsonPatch.parse(given), ...described };
    const { revision, updatedAt } = await client.call(applyChanges, {
      params: { videoId: id },
      body,
      signal,
    });
    return { data: { version: revision, updatedAt } };
  },
});

const restore = defineTool({
  name: 'restore_version',
  title: 'Restore a version',
  description:
    'Makes the next version of the metadata from an older one. Nothing is lost: every version stays.',
  effect: 'undoable',
  routes: [restoreVersion],
  input: z.strictObject({ videoId, version: counter(1).describe('the older version'), baseVersion }),
  run: async ({ videoId: id, version, baseVersion: ifMatch }, { client, signal }) => ({
    data: await client.call(restoreVersion, { params: { id, version: String(version) }, ifMatch, signal }),
  }),
});

export const DOCUMENT_TOOLS: readonly Tool[] = [read, describe, versions, compare, propose, make, restore];
