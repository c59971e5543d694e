import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useToast } from '../../../components/toasts.tsx';
import { useServices } from '../../../services.ts';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import { type DraftMap, withDraft, withoutDraft } from '../drafts/draft-map.ts';
import { useKeptDrafts } from '../drafts/use-kept-drafts.ts';
import { documentSource } from '../editor/document-source.ts';
import { documentOf, type Video, type VideoDocument, videoKey } from '../video-data.ts';
import { findOverlay, fromKey, type Layers, type Overlay, toKey, withOverlay } from './layer-edits.ts';
import { reanchored } from './reanchor.ts';
import { type KnownLayers, type LayersEdit, saveLayers } from './save-layers.ts';

/** What was changed of an overlay and is not saved yet. */
interface OverlayDraft {
  /** As it was when the changes began; undefined for a new one. */
  readonly base: Overlay | undefined;
  readonly overlay: Overlay;
}

const isOverlayDraft = (value: unknown): value is OverlayDraft =>
  typeof value === 'object' && value !== null && 'overlay' in value && hasId(value.overlay);

const hasId = (value: unknown): boolean => typeof value === 'object' && value !== null && 'id' in value;

interface Save {
  /** Makes the edit of the layers as they are by then. */
  readonly edit: (layers: Layers) => LayersEdit;
  readonly overrule: boolean;
}

/**
 * Overlays with the changes that are not saved yet, and how they are saved. Drafts stay until they are saved or discarded, over
 * reloads, too.
 */
export function useOverlayEditing(videoId: string, document: VideoDocument) {
  const { client, queries } = useServices();
  const toast = useToast();
  const { drafts, setDrafts, isKept } = useKeptDrafts({
    videoId,
    kind: 'overlays',
    isDraft: isOverlayDraft,
    onFound: () =>
      toast({ title: 'Unsaved overlays were brought back', description: 'They are among the overlays.' }),
  });
  const known = useRef<KnownLayers | null>(null);
  const layers = useMemo(() => withDrafts(document.layers, drafts), [document.layers, drafts]);

  const saving = useMutation({
    // One after the other: each is made for the version of the one before.
    scope: { id: `layers ${videoId}` },
    mutationFn: async ({ edit, overrule }: Save) => {
      const video = queries.getQueryData<Video>(videoKey(videoId));
      const now = (video && documentOf(video))?.layers ?? document.layers;
      const newest = known.current?.layers === now ? known.current : null;
      return saveLayers(documentSource(client, videoId), edit(now), newest, overrule);
    },
    onSuccess: ({ version, layers: saved, document: read }) => {
      known.current = { version, layers: saved };
      queries.setQueryData<Video>(videoKey(videoId), (video) => {
        const before = video && documentOf(video);
        return video && before ? { ...video, metadata: { ...(read ?? before), layers: saved } } : video;
      });
    },
  });

  /** A failure is in `saving`. */
  const send = (save: Save, onSaved?: () => void) => {
    saving.mutateAsync(save).then(
      () => onSaved?.(),
      () => undefined,
    );
  };

  const change = useCallback(
    (name: OverlayName, overlay: Overlay) =>
      setDrafts((before) => {
        const key = toKey(name);
        const base = before.has(key) ? before.get(key)?.base : findOverlay(document.layers, name);
        return withDraft(before, key, { base, overlay });
      }),
    [document.layers, setDrafts],
  );
  const discard = useCallback(
    (name: OverlayName) => setDrafts((before) => withoutDraft(before, toKey(name))),
    [setDrafts],
  );
  /** Has the draft of an overlay be one of another, which it has become. */
  const moveDraft = (from: OverlayName, to: OverlayName) =>
    setDrafts((before) => {
      const draft = before.get(toKey(from));
      if (draft === undefined) return before;
      const named = ({ base, overlay }: OverlayDraft): OverlayDraft => ({
        base: base && { ...base, id: to.overlay },
        overlay: { ...overlay, id: to.overlay },
      });
      return withDraft(withoutDraft(before, toKey(from)), toKey(to), named(draft));
    });

  /** Lays changes that are not saved onto an object that has taken the place of another. */
  const moveAnchors = (from: string, to: string) =>
    setDrafts((before) => {
      const moved = ({ base, overlay }: OverlayDraft): OverlayDraft => ({
        base: base && reanchored(base, from, to),
        overlay: reanchored(overlay, from, to),
      });
      return new Map([...before].map(([key, draft]) => [key, moved(draft)]));
    });

  const save = (name: OverlayName, overrule = false, onSaved?: () => void) => {
    const draft = drafts.get(toKey(name));
    if (draft === undefined) return;
    const edit = (now: Layers) => ({
      base: withOverlay(now, name, draft.base),
      mine: withOverlay(now, name, draft.overlay),
    });
    send({ overrule, edit }, () => {
      // What was typed while it was being saved stays.
      setDrafts((before) => (before.get(toKey(name)) === draft ? withoutDraft(before, toKey(name)) : before));
      onSaved?.();
    });
  };
  const editLayers = (edit: (layers: Layers) => Layers, onSaved?: () => void) =>
    send({ overrule: false, edit: (now) => ({ base: now, mine: edit(now) }) }, onSaved);
  const readAnew = () => {
    saving.reset();
    known.current = null;
    return queries.invalidateQueries({ queryKey: videoKey(videoId) });
  };

  return {
    layers,
    drafts,
    isKept,
    saving,
    change,
    discard,
    moveDraft,
    moveAnchors,
    save,
    editLayers,
    readAnew,
  };
}

export type OverlayEditing = ReturnType<typeof useOverlayEditing>;

function withDrafts(layers: Layers, drafts: DraftMap<OverlayDraft>): Layers {
  let drafted = layers;
  for (const [key, { overlay }] of drafts) {
    const name = fromKey(key);
    if (name) drafted = withOverlay(drafted, name, overlay);
  }
  return drafted;
}
