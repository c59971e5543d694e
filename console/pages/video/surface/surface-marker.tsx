import { useEffect, useRef, useState } from 'react';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import { handleDirections } from './handle-directions.ts';
import { Loupe } from './loupe.tsx';
import { isComplete, moveCorner, placeCorner, type SurfaceDraft } from './surface-draft.ts';
import styles from './surface-marker.module.css';

/** How far an arrow key moves a corner, fractions of the frame; with Shift ten times as far. */
const KEY_STEP = 0.001;

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface SurfaceMarkerProps {
  viewer: Viewer;
  draft: SurfaceDraft;
  hasFault: boolean;
  onChange: (draft: SurfaceDraft) => void;
}

interface Drag {
  readonly index: number;
  /** From the pointer to the corner, fractions: handles need not be grabbed where the corner is. */
  readonly grab: Point;
}

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Places the corners of a surface over the picture that they are for: by clicks, by dragging, and by the arrow keys. */
export function SurfaceMarker({ viewer, draft, hasFault, onChange }: SurfaceMarkerProps) {
  const [pointer, setPointer] = useState<Point | null>(null);
  const [dragged, setDragged] = useState<Drag | null>(null);
  const isThere = useViewerState(viewer, (state) => state.frame === draft.frame);
  const firstCorner = useRef<HTMLButtonElement>(null);
  const areAll = isComplete(draft);
  const wereAll = useRef(areAll);
  useEffect(() => {
    if (!isThere) return;
    // Those that no pointer has placed are moved from here, by the keyboard.
    if (areAll && !wereAll.current && dragged === null) firstCorner.current?.focus();
    wereAll.current = areAll;
  }, [isThere, areAll, dragged]);
  if (!isThere) return null;

  const pointOf = ({ clientX, clientY }: React.PointerEvent): Point =>
    viewer.fractionsOf({ x: clientX, y: clientY });

  const move = (event: React.PointerEvent) => {
    const { x, y } = pointOf(event);
    // Where all are placed, the mouse on its way over the picture is after no corner.
    if (dragged === null) return areAll ? undefined : setPointer({ x, y });
    const corner = { x: x + dragged.grab.x, y: y + dragged.grab.y };
    setPointer(corner);
    onChange(moveCorner(draft, dragged.index, corner));
  };
  const press = (event: React.PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = pointOf(event);
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-corner]');
    const index = Number(handle?.dataset.corner);
    const corner = draft.corners[index];
    if (handle && corner) {
      handle.focus();
      setDragged({ index, grab: { x: corner.x - x, y: corner.y - y } });
    } else if (!areAll) {
      // Goes on as a drag, so that the corner can be placed exactly.
      setDragged({ index: draft.corners.length, grab: { x: 0, y: 0 } });
      onChange(placeCorner(draft, { x, y }));
    }
  };
  const nudge = (index: number, event: React.KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const corner = draft.corners[index];
    if (!direction || !corner) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? KEY_STEP * 10 : KEY_STEP;
    const moved = { x: corner.x + direction.x * step, y: corner.y + direction.y * step };
    setPointer(moved);
    onChange(moveCorner(draft, index, moved));
  };

  const directions = areAll ? handleDirections(draft.corners.map((corner) => viewer.placeOf(corner))) : null;

  return (
    <div
      className={styles.marker}
      data-placing={!areAll || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={(event) => {
        event.stopPropagation();
        setDragged(null);
        // One that has the focus is moved on by the keyboard; the last that was placed is done with.
        if (areAll && !document.activeElement?.matches('[data-corner]')) setPointer(null);
      }}
      onPointerLeave={() => dragged === null && setPointer(null)}
    >
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon
          className={hasFault ? styles.fault : undefined}
          points={draft.corners.map(({ x, y }) => `${x},${y}`).join(' ')}
        />
      </svg>
      {draft.corners.map(({ x, y }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is named by its place in the order
          key={index}
          ref={index === 0 ? firstCorner : undefined}
          type="button"
          className={styles.corner}
          data-corner={index}
          data-beside={directions !== null || undefined}
          style={{
            left: percent(x),
            top: percent(y),
            translate: standOff(directions?.[index]),
          }}
          aria-label={`Corner ${index + 1}: ${percentText(x)} from the left, ${percentText(y)} from the top`}
          onKeyDown={(event) => nudge(index, event)}
          onFocus={() => setPointer({ x, y })}
          onBlur={() => setPointer(null)}
        >
          <span className={styles.disc}>{index + 1}</span>
        </button>
      ))}
      {pointer && <Loupe picture={viewer.picture} at={pointer} />}
    </div>
  );
}

/** Shares of the handle itself. Where it is beside its corner, it just reaches it. */
const standOff = ({ x, y }: Point = { x: 0, y: 0 }): string =>
  `${percent(-0.5 + 0.45 * x)} ${percent(-0.5 + 0.45 * y)}`;

const percentText = (fraction: number): string => `${(fraction * 100).toFixed(1)} percent`;
