import { isApiFailure } from '../../../../client/failure.ts';
import type { JsonObject } from '../../../../shared/domain/json/json.ts';
import type { DocumentSource } from '../editor/document-source.ts';
import { patchBetween } from '../editor/merge/document-patch.ts';
import { type Conflict, conflictsOf, mergeThreeWay } from '../editor/merge/three-way.ts';
import type { VideoDocument } from '../video-data.ts';
import type { Layers } from './layer-edits.ts';

/** An edit of the layers. */
export interface LayersEdit {
  /** As they were when the edit began. */
  readonly base: Layers;
  readonly mine: Layers;
}

/** The newest version that is known. */
export interface KnownLayers {
  readonly version: number;
  readonly layers: Layers;
}

interface SavedLayers extends KnownLayers {
  /** The document that the service had, where it was read again; its layers are those of before. */
  readonly document: VideoDocument | null;
}

/** Others have changed the same places meanwhile. */
export class LayersConflict extends Error {
  override readonly name = 'LayersConflict';
  readonly conflicts: readonly Conflict[];
  constructor(conflicts: readonly Conflict[]) {
    super('Others have changed the same meanwhile.');
    this.conflicts = conflicts;
  }
}

/**
 * Saves an edit of the layers, for the version that it is made for. Where the service has a newer one, the edit is merged with
 * it: at once where others have changed something else.
 * @param known null where the version of the base is not known: then the newest is read first
 * @param overrule take this side where others have changed the same
 * @throws LayersConflict, ApiFailure, ConnectionFailure, ChangeTooLarge
 */
export async function saveLayers(
  source: DocumentSource,
  { base, mine }: LayersEdit,
  known: KnownLayers | null,
  overrule: boolean,
): Promise<SavedLayers> {
  let document: VideoDocument | null = null;
  let newest = known;
  for (;;) {
    if (newest === null) {
      const read = await source.read();
      document = JSON.parse(new TextDecoder().decode(read.bytes)) as VideoDocument;
      newest = { version: read.version, layers: document.layers };
    }
    const sides = { base, mine, theirs: newest.layers };
    const conflicts = overrule ? [] : conflictsOf(sides);
    if (conflicts.length > 0) throw new LayersConflict(conflicts);
    const layers = mergeThreeWay(sides, (conflict) => conflict.mine) as Layers;
    const patch = patchBetween(asJson(newest.layers), asJson(layers));
    if (patch === null) return { version: newest.version, layers, document };
    try {
      return { version: await source.patch(patch, newest.version), layers, document };
    } catch (error) {
      if (!isApiFailure(error, 'VERSION_CONFLICT')) throw error;
      newest = null;
    }
  }
}

const asJson = (layers: Layers): JsonObject => ({ layers });
