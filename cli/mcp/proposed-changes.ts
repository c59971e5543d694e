import type { MetadataDocument } from '../../client/answers.ts';
import type { JsonPatchOperation } from '../../shared/contract/schemas/json-patch.ts';
import { documentView } from '../../shared/domain/document/document-view.ts';
import { describeEdit } from '../../shared/domain/document/edit/describe-edit.ts';
import { jsonPatchEdit } from '../../shared/domain/document/edit/patch-edits.ts';
import { splitDocument } from '../../shared/domain/document/split-document.ts';
import { changesBetween } from '../../shared/domain/json/changes-between.ts';
import { toPointer } from '../../shared/domain/json/json-pointer.ts';

export interface Proposal {
  /** As the history of versions would have it. */
  readonly description: string;
  readonly changes: readonly {
    /** JSON Pointer with ids in place of indices. */
    readonly path: string;
    readonly kind: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  /** Of changes; `changes` has the first ones. */
  readonly total: number;
}

const MOST_CHANGES = 200;

/**
 * What a JSON Patch would change, by the rules of the service; nothing is changed. Schemas of installed plugins are not
 * asked: the service does that when the change is made.
 * @throws ApiError as the service would
 */
export function proposedChanges(document: MetadataDocument, patch: readonly JsonPatchOperation[]): Proposal {
  const current = splitDocument(document, document.videoDetails);
  const result = jsonPatchEdit(patch, ['changes']).apply(current);
  const { sections } = current;
  // Without tracks, which no edit changes.
  const changes = changesBetween(
    documentView({ sections }),
    documentView({ sections: { ...sections, ...result.sections } }),
  );
  return {
    description: describeEdit(sections, result),
    changes: changes.slice(0, MOST_CHANGES).map(({ path, kind, before, after }) => ({
      path: toPointer(path),
      kind,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })),
    total: changes.length,
  };
}
