import { useRef } from 'react';
import { overlayName } from '../../../../shared/domain/document/names.ts';
import type { Box } from '../../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import { groundMap } from '../../../viewer/overlays/ground.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import type { Video } from '../video-data.ts';
import type { Overlay } from './layer-edits.ts';
import { isResizable, keepsProportions, placeOf, resized, withPlace } from './overlay-config.ts';
import styles from './overlay-placer.module.css';
import { cornersOf, selectionFrame } from './selection-frame.ts';
import type { Overlays } from './use-overlays.ts';

/** How far an arrow key moves, fractions of what the overlay is attached to; with Shift ten times as far. */
const KEY_STEP = 0.001;
/** How much larger an arrow key makes an overlay. */
const KEY_GROWTH = 0.02;

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface OverlayPlacerProps {
  viewer: Viewer;
  video: Pick<Video, 'width' | 'height'>;
  overlays: Overlays;
}

interface Drag {
  /** Index of the corner that is dragged; null: the whole. */
  readonly corner: number | null;
  /** Where it began, on what the overlay is attached to. */
  readonly from: Point;
  readonly overlay: Overlay;
  readonly box: Box;
}

const percent = (fraction: number): string => `${fraction * 100}%`;

/**
 * Moves and resizes the selected overlay where it is drawn, by dragging and by the arrow keys; the corner across from the one
 * that is dragged stays, with Alt the middle. A new overlay goes to where the picture is clicked first.
 */
export function OverlayPlacer({
  viewer,
  video,
  overlays: { selected, change, isUnplaced },
}: OverlayPlacerProps) {
  const drag = useRef<Drag | null>(null);
  const placed = useViewerState(viewer, ({ overlays }) =>
    overlays.find(
      ({ name }) => name.layer === selected?.name.layer && name.overlay === selected?.name.overlay,
    ),
  );
  const map = placed && groundMap(placed.ground, video);
  if (!selected || !placed || !map) return null;
  const { overlay } = selected;
  const { box } = placed;
  const corners = cornersOf(box);
  const shown = corners.map(map.toPicture);
  const frame = selectionFrame(placed, video, map.toPicture, (point) => viewer.placeOf(point));
  const middle = map.toPicture({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const pointOf = ({ clientX, clientY }: React.PointerEvent): Point =>
    map.toGround(viewer.fractionsOf({ x: clientX, y: clientY }));

  const press = (corner: Drag['corner']) => (event: React.PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    viewer.pause();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { corner, from: pointOf(event), overlay, box };
  };
  /** Goes on as a drag, so that it can be placed exactly. */
  const place = (event: React.PointerEvent<HTMLElement>) => {
    if (!isUnplaced || event.button !== 0) return;
    press(null)(event);
    const placedHere = withPlace(overlay, pointOf(event));
    drag.current = { corner: null, from: pointOf(event), overlay: placedHere, box };
    change(placedHere);
  };
  const move = (event: React.PointerEvent) => {
    const { current } = drag;
    if (current === null) return;
    const to = pointOf(event);
    const { corner, from, overlay: before } = current;
    if (corner === null) {
      const { x, y } = placeOf(before);
      change(withPlace(before, { x: x + to.x - from.x, y: y + to.y - from.y }));
    } else {
      const still = (event.altKey ? undefined : cornersOf(current.box)[(corner + 2) % 4]) ?? placeOf(before);
      change(resized(before, current.box, growth(before, still, from, to), still));
    }
  };
  const release = (event: React.PointerEvent) => {
    event.stopPropagation();
    drag.current = null;
  };
  const nudge = (event: React.KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    viewer.pause();
    const { x, y } = placeOf(overlay);
    const step = event.shiftKey ? KEY_STEP * 10 : KEY_STEP;
    change(withPlace(overlay, { x: x + direction.x * step, y: y + direction.y * step }));
  };
  const grow = (event: React.KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    viewer.pause();
    // Down and to the right it grows.
    const [x, y] = [1 + direction.x * KEY_GROWTH, 1 + direction.y * KEY_GROWTH];
    // The keyboard has the lower right corner; the upper left one stays.
    change(resized(overlay, box, keepsProportions(overlay) ? { x: x * y, y: x * y } : { x, y }, corners[0]));
  };

  return (
    <div
      className={styles.placer}
      data-placing={isUnplaced || undefined}
      onPointerDown={place}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {isUnplaced && (
        <p className={styles.hint} role="status">
          Click in the picture where it belongs.
        </p>
      )}
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={frame.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      <button
        type="button"
        className={styles.middle}
        style={{ left: percent(middle.x), top: percent(middle.y), ...spanOf(shown) }}
        aria-label={`Move ${overlayName(overlay)}`}
        onPointerDown={press(null)}
        onKeyDown={nudge}
      />
      {(isResizable(overlay) ? frame : []).map(({ x, y }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is named by its place in the order
          key={index}
          type="button"
          className={styles.corner}
          style={{ left: percent(x), top: percent(y) }}
          aria-label={`Resize ${overlayName(overlay)}`}
          // One of them is enough for the keyboard.
          aria-hidden={index !== 2}
          tabIndex={index === 2 ? 0 : -1}
          onPointerDown={press(index)}
          onKeyDown={grow}
        />
      ))}
    </div>
  );
}

/** How many times as far from a point that stays a corner is dragged; the same both ways where the proportions stay. */
function growth(overlay: Overlay, still: Point, from: Point, to: Point): Point {
  const along = (axis: 'x' | 'y'): number => {
    const before = from[axis] - still[axis];
    return Math.abs(before) < 1e-6 ? 1 : Math.max(0, (to[axis] - still[axis]) / before);
  };
  const [x, y] = [along('x'), along('y')];
  return keepsProportions(overlay) ? { x: (x + y) / 2, y: (x + y) / 2 } : { x, y };
}

/** The size of the box around the corners. */
function spanOf(corners: readonly Point[]): { width: string; height: string } {
  const length = (axis: 'x' | 'y'): string => {
    const values = corners.map((corner) => corner[axis]);
    return percent(Math.max(...values) - Math.min(...values));
  };
  return { width: length('x'), height: length('y') };
}
