import { useMemo, useState } from 'react';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { VideoDocument } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';
import { findOverlay, fromKey, type Layers, moveToLayer, type Overlay, toKey } from './layer-edits.ts';
import { type CoreType, newOverlay } from './overlay-config.ts';
import { useOverlayEditing } from './use-overlay-editing.ts';

interface OverlaysOptions {
  videoId: string;
  document: VideoDocument;
  search: VideoSearch;
  onSearch: (change: Partial<VideoSearch>) => void;
  /** Called when an overlay is added, which then is to be seen. */
  onAdd: () => void;
}

export const newId = (): string => crypto.randomUUID();

/** The overlays of the video page, with the one that is selected. */
export function useOverlays({ videoId, document, search, onSearch, onAdd }: OverlaysOptions) {
  const editing = useOverlayEditing(videoId, document);
  const [unplaced, setUnplaced] = useState<string | null>(null);
  const name = useMemo(
    () => (search.overlay === undefined ? null : fromKey(search.overlay)),
    [search.overlay],
  );
  const overlay = name ? findOverlay(editing.layers, name) : undefined;
  const draft = name === null ? undefined : editing.drafts.get(toKey(name));
  const select = (chosen: OverlayName | null) =>
    onSearch(
      chosen ? { overlay: toKey(chosen), object: undefined, tab: 'overlays' } : { overlay: undefined },
    );
  return {
    editing,
    /** Null where none is selected, or it is not there. */
    selected: name && overlay ? { name, overlay } : null,
    select,
    /** Changes the selected overlay. */
    change: (next: Overlay) => {
      setUnplaced(null);
      if (name) editing.change(name, next);
    },
    /** Whether the selected overlay is new and waits for a click in the picture that says where it belongs. */
    isUnplaced: draft !== undefined && draft.base === undefined && unplaced === draft.overlay.id,
    /** Moves the selected overlay on top of another layer; a new one is only saved there. */
    moveTo: (layer: string) => {
      if (name === null) return;
      const free = newId();
      let moved = name;
      const finish = () => {
        editing.moveDraft(name, moved);
        select(moved);
      };
      if (draft !== undefined && draft.base === undefined) {
        moved = { layer, overlay: name.overlay };
        return finish();
      }
      const move = (layers: Layers) => {
        const outcome = moveToLayer(layers, name, layer, free);
        moved = outcome.name;
        return outcome.layers;
      };
      editing.editLayers(move, finish);
    },
    /** Adds an overlay to the layer of the selected one, else to the highest. */
    add: (type: CoreType) => {
      const layer = name?.layer ?? editing.layers.at(-1)?.id ?? newId();
      const added = { layer, overlay: newId() };
      onAdd();
      editing.change(added, newOverlay(type, added.overlay));
      setUnplaced(added.overlay);
      select(added);
    },
  };
}

export type Overlays = ReturnType<typeof useOverlays>;
