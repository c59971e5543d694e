import { useEffect, useRef, useState } from 'react';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
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

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Places the corners of a surface over the picture that they are for: by clicks, by dragging, and by the arrow keys. */
export function SurfaceMarker({ viewer, draft, hasFault, onChange }: SurfaceMarkerProps) {
  const [pointer, setPointer] = useState<Point | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
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
    const point = pointOf(event);
    setPointer(point);
    if (dragged !== null) onChange(moveCorner(draft, dragged, point));
  };
  const press = (event: React.PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const index = (event.target as HTMLElement).dataset.corner;
    if (index !== undefined) {
      (event.target as HTMLElement).focus();
      setDragged(Number(index));
    } else if (!areAll) {
      // Goes on as a drag, so that the corner can be placed exactly.
      setDragged(draft.corners.length);
      onChange(placeCorner(draft, pointOf(event)));
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

  return (
    <div
      className={styles.marker}
      data-placing={!areAll || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={(event) => {
        event.stopPropagation();
        setDragged(null);
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
          style={{ left: percent(x), top: percent(y) }}
          aria-label={`Corner ${index + 1}: ${percentText(x)} from the left, ${percentText(y)} from the top`}
          onKeyDown={(event) => nudge(index, event)}
          onFocus={() => setPointer({ x, y })}
          onBlur={() => setPointer(null)}
        >
          {index + 1}
        </button>
      ))}
      {pointer && <Loupe picture={viewer.picture} at={pointer} />}
    </div>
  );
}

const percentText = (fraction: number): string => `${(fraction * 100).toFixed(1)} percent`;
