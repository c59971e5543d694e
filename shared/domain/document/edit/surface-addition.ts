import type { StoredObject, SurfaceKeyframe } from '../document.ts';
import type { DocumentEdit, EditResult } from './document-edit.ts';

/** What the addition of a surface reads and names: enough to tell what it conflicts with. */
export const additionOf = (id: string): Pick<DocumentEdit, 'plan' | 'names'> => ({
  plan: { sections: ['objects'], tracks: true },
  names: () => [['objects', id]],
});

/** Adds a surface of which one frame is known. Its id must be one that no object has had. */
export const surfaceAddition = (
  { id, name }: { id: string; name: string },
  keyframe: SurfaceKeyframe,
): DocumentEdit<EditResult> => ({
  ...additionOf(id),
  positional: false,
  apply({ sections: { objects }, tracks }) {
    const { frame } = keyframe;
    const surface: StoredObject = {
      id,
      kind: 'surface',
      label: 'surface',
      userLabel: name,
      confidence: 1,
      firstFrame: frame,
      lastFrame: frame,
      frameCount: 1,
      tracked: false,
      customData: {},
    };
    return {
      sections: { objects: { ...objects, [id]: surface } },
      tracks: { ...tracks, [id]: [keyframe] },
      touched: ['objects'],
    };
  },
});
