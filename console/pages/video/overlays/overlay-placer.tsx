import { useRef } from 'react';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import { groundMap } from '../../../viewer/overlays/ground.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import type { Video } from '../video-data.ts';
import type { Overlay } from './layer-edits.ts';
import { isResizable, overlayName, placeOf, resized, withPlace } from './overlay-config.ts';
import styles from './overlay-placer.module.css';
import type { Overlays } from './use-overlays.ts';

/** How far an arrow key moves, fractions of what the overlay lies on; with Shift ten times as far. */
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
  readonly part: 'middle' | 'corner';
  /** Where it began, on what the overlay lies on. */
  readonly from: Point;
  readonly overlay: Overlay;
  readonly box: { readonly width: number; readonly height: number };
  readonly middle: Point;
}

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Moves and resizes the selected overlay where it is drawn, by dragging and by the arrow keys. */
export function OverlayPlacer({ viewer, video, overlays: { selected, change } }: OverlayPlacerProps) {
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
  const corners = [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
    { x: box.x, y: box.y + box.height },
  ];
  const shown = corners.map(map.toPicture);
  const middle = map.toPicture({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const pointOf = ({ clientX, clientY }: React.PointerEvent): Point =>
    map.toGround(viewer.fractionsOf({ x: clientX, y: clientY }));

  const press = (part: Drag['part']) => (event: React.PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    viewer.pause();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { part, from: pointOf(event), overlay, box, middle: placeOf(overlay) };
  };
  const move = (event: React.PointerEvent) => {
    const { current } = drag;
    if (current === null) return;
    const to = pointOf(event);
    const { from, middle: before } = current;
    if (current.part === 'middle') {
      change(withPlace(current.overlay, { x: before.x + to.x - from.x, y: before.y + to.y - from.y }));
    } else change(resized(current.overlay, current.box, growth(before, from, to)));
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
    change(resized(overlay, box, { x: 1 + direction.x * KEY_GROWTH, y: 1 + direction.y * KEY_GROWTH }));
  };

  return (
    <div className={styles.placer} onPointerMove={move} onPointerUp={release} onPointerCancel={release}>
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={shown.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      <button
        type="button"
        className={styles.middle}
        style={{ left: percent(middle.x), top: percent(middle.y), ...spanOf(shown) }}
        aria-label={`Move ${overlayName(overlay)}`}
        onPointerDown={press('middle')}
        onKeyDown={nudge}
      />
      {(isResizable(overlay) ? shown : []).map(({ x, y }, index) => (
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
          onPointerDown={press('corner')}
          onKeyDown={grow}
        />
      ))}
    </div>
  );
}

/** How many times as far from the middle a corner is dragged. */
function growth(middle: Point, from: Point, to: Point): Point {
  const along = (axis: 'x' | 'y'): number => {
    const before = Math.abs(from[axis] - middle[axis]);
    return before < 1e-6 ? 1 : Math.abs(to[axis] - middle[axis]) / before;
  };
  return { x: along('x'), y: along('y') };
}

/** The size of the box around the corners. */
function spanOf(corners: readonly Point[]): { width: string; height: string } {
  const length = (axis: 'x' | 'y'): string => {
    const values = corners.map((corner) => corner[axis]);
    return percent(Math.max(...values) - Math.min(...values));
  };
  return { width: length('x'), height: length('y') };
}
