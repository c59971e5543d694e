import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Edit,
  jsonPatchEdit,
  mergeByIdEdit,
  mergePatchEdit,
  objectEdit,
  objectRemoval,
} from './document-model.ts';
import type { Json } from './json-edits.ts';
import { expectRefusal, keyRefusal, newestOf, pick, type Step, step, videoRefusal } from './model.ts';
import { settleEdit } from './outcome.ts';
import { mergeByIdPatches, mergePatches, objectIds, objectMembers, operationLists } from './patches.ts';

/** The base version that an edit names, counted back from the newest; null if it names none. */
const bases = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, 0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, -2, 1) },
);

interface EditRequest {
  method: 'PATCH' | 'DELETE';
  /** Below the address of the video. */
  target: string;
  /** Default: `application/json`. */
  contentType?: string;
  body?: unknown;
  edit: Edit;
  /** Refused without a base. */
  positional?: boolean;
  success: (edited: { version: number; document: ReturnType<Edit> }) => Json;
}

/** A command that edits the document of one video, its base named in a header, in the query or not at all. */
const edits = <What>(
  name: string,
  what: fc.Arbitrary<What>,
  requestOf: (what: What) => EditRequest,
): fc.Arbitrary<Step> =>
  fc.record({ key: fc.nat(20), video: fc.nat(20), base: bases, inHeader: fc.boolean(), what }).map((given) =>
    step(name, given, async (model, { api }) => {
      const [key, video] = [pick(model.keys, given.key), pick(model.videos, given.video)];
      const { method, target, contentType, body, edit, positional, success } = requestOf(given.what);
      const { version } = newestOf(video);
      const base = given.base === null ? null : Math.max(1, version + given.base);
      const query = base === null || given.inHeader ? '' : `?baseVersion=${base}`;
      const answer = await api<unknown>(method, `/api/videos/${video.id}${target}${query}`, {
        key: key.secret,
        ...(body !== undefined && { json: body }),
        headers: {
          ...(contentType !== undefined && { 'Content-Type': contentType }),
          ...(base !== null && given.inHeader && { 'If-Match': `"${base}"` }),
        },
      });
      const unasked = keyRefusal(key, 'project:edit');
      if (unasked !== null) return expectRefusal(answer, unasked);
      if (positional && base === null) return expectRefusal(answer, [400, 'MISSING_PARAMETER']);
      const refused = videoRefusal(key, video);
      if (refused !== null) return expectRefusal(answer, refused);
      const applied = (document: ReturnType<Edit>) => success({ version: version + 1, document });
      settleEdit(answer, video, edit, base === null ? null : base - version, applied, null);
    }),
  );

const patched = ({ version }: { version: number }): Json => ({
  success: true,
  version,
  updatedAt: expect.stringMatching(/Z$/),
});

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsList));

const patchById = edits('merge by id', mergeByIdPatches, (body) => ({
  method: 'PATCH',
  target: '/metadata',
  body,
  edit: mergeByIdEdit(body),
  success: patched,
}));

const patchStrictly = edits('merge patch', mergePatches, (body) => ({
  method: 'PATCH',
  target: '/metadata',
  contentType: 'application/merge-patch+json',
  body,
  edit: mergePatchEdit(body),
  positional: holdsList(body),
  success: patched,
}));

const patchByOperations = edits('JSON Patch', operationLists, (body) => ({
  method: 'PATCH',
  target: '/metadata',
  contentType: 'application/json-patch+json',
  body,
  edit: jsonPatchEdit(body),
  positional: true,
  success: patched,
}));

const patchObject = edits('edit object', fc.tuple(objectIds, objectMembers), ([id, body]) => ({
  method: 'PATCH',
  target: `/objects/${id}`,
  body,
  edit: objectEdit(id, body),
  success: ({ document }) => {
    const { label, userLabel, customData } = document.objects[id] ?? {};
    return { success: true, object: { id, label, userLabel, customData } };
  },
}));

const deleteObject = edits('remove object', objectIds, (id) => ({
  method: 'DELETE',
  target: `/objects/${id}`,
  edit: objectRemoval(id),
  success: () => ({ success: true }),
}));

export const EDITING: fc.Arbitrary<Step>[] = [
  patchById,
  patchById,
  patchStrictly,
  patchByOperations,
  patchObject,
  deleteObject,
];
