import { type RefObject, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import styles from './player-view.module.css';
import { useViewerState } from './use-viewer.ts';

interface PlayerViewProps {
  /** Where the viewer is. */
  host: RefObject<HTMLDivElement | null>;
  /** Width to height of the picture. */
  ratio: number;
  viewer: Viewer | null;
  /** Called with the object under the pointer, or null. */
  onPick: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** Called in place of `onPick` where an overlay is under the pointer; without it only objects are picked. */
  onPickOverlay?: ((name: OverlayName) => void) | undefined;
  /** What lies over the picture. */
  children?: React.ReactNode;
}

/** The picture with its drawing. A click on an object selects it; on a place without one it ends the selection. */
export function PlayerView({
  host,
  ratio,
  viewer,
  onPick,
  onHover,
  onPickOverlay,
  children,
}: PlayerViewProps) {
  const hovered = useRef<string | null>(null);
  const hover = (id: string | null) => {
    if (hovered.current === id) return;
    hovered.current = id;
    onHover(id);
  };
  const objectAt = ({ clientX, clientY }: React.PointerEvent): string | null =>
    viewer?.objectAt({ x: clientX, y: clientY })?.id ?? null;
  const pick = (event: React.PointerEvent) => {
    const overlay = onPickOverlay && viewer?.overlayAt({ x: event.clientX, y: event.clientY });
    if (overlay) onPickOverlay(overlay);
    else onPick(objectAt(event));
  };

  return (
    <div className={styles.frame}>
      <div
        className={styles.picture}
        style={{ aspectRatio: ratio, maxWidth: `calc(var(--picture-height) * ${ratio})` }}
        onPointerMove={(event) => hover(objectAt(event))}
        onPointerLeave={() => hover(null)}
        onPointerUp={(event) => event.button === 0 && pick(event)}
      >
        <div className={styles.host} ref={host} />
        {children}
        {viewer && <PlayerState viewer={viewer} />}
      </div>
    </div>
  );
}

function PlayerState({ viewer }: { viewer: Viewer }) {
  const failure = useViewerState(viewer, (state) => state.failure);
  const waiting = useViewerState(viewer, (state) => state.waiting && state.playing);
  if (failure === null) return waiting ? <div className={styles.waiting}>Loading…</div> : null;
  return (
    <div className={styles.failure}>
      <Notice
        kind="warning"
        actions={
          <Button size="small" onClick={() => viewer.retry()}>
            Try again
          </Button>
        }
      >
        {failure === 'unplayable'
          ? 'This browser cannot play the video. Its objects and data are below; an export has the file.'
          : 'The video cannot be loaded.'}
      </Notice>
    </div>
  );
}
