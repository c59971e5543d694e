import { useEffect, useMemo, useRef } from 'react';
import { VirtualRows, type VirtualRowsHandle } from '../../../components/virtual-rows.tsx';
import { objectColour } from '../../../viewer/object-colour.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import { objectName, type VideoObject } from '../video-data.ts';
import styles from './lanes.module.css';
import { drawnStretches } from './stretches.ts';

const ROW_PX = 26;
const MOST_HEIGHT_PX = 9 * ROW_PX;

interface LanesProps {
  objects: readonly VideoObject[];
  /** Frames of the video. */
  count: number;
  viewer: Viewer;
  selected: string | null;
  hovered: string | null;
  onSelect: (id: string) => void;
  onHover: (id: string | null) => void;
}

/** When each object is seen: a lane for each, along the frames of the video. */
export function Lanes({ objects, count, viewer, selected, hovered, onSelect, onHover }: LanesProps) {
  const rows = useRef<VirtualRowsHandle>(null);
  const position = useMemo(() => objects.findIndex(({ id }) => id === selected), [objects, selected]);
  useEffect(() => {
    if (position >= 0) rows.current?.reveal(position);
  }, [position]);

  const open = (object: VideoObject) => {
    onSelect(object.id);
    viewer.goto(object.firstFrame);
  };
  return (
    <section className={styles.lanes} aria-label="When objects are seen">
      <VirtualRows
        ref={rows}
        items={objects}
        rowHeight={ROW_PX}
        maxHeight={MOST_HEIGHT_PX}
        keyOf={({ id }) => id}
        over={objects.length > 0 && <Playhead viewer={viewer} count={count} />}
      >
        {(object) => (
          <button
            type="button"
            className={styles.lane}
            aria-pressed={object.id === selected}
            data-hovered={object.id === hovered || undefined}
            onClick={() => open(object)}
            onPointerEnter={() => onHover(object.id)}
            onPointerLeave={() => onHover(null)}
          >
            <span className={styles.name}>
              <bdi>{objectName(object)}</bdi>
            </span>
            <Track object={object} count={count} />
          </button>
        )}
      </VirtualRows>
    </section>
  );
}

/** Percent of the lane's length. */
const along = (frame: number, count: number): string => `${(frame / count) * 100}%`;

function Track({ object, count }: { object: VideoObject; count: number }) {
  const stretches = useMemo(() => drawnStretches(object.track, count), [object.track, count]);
  return (
    <span className={styles.track} style={{ color: objectColour(object.id) }} dir="ltr">
      {stretches.map(({ from, to, hidden }) => (
        <span
          key={from}
          className={hidden ? `${styles.stretch} ${styles.hidden}` : styles.stretch}
          style={{ left: along(from, count), width: along(to + 1 - from, count) }}
        />
      ))}
    </span>
  );
}

function Playhead({ viewer, count }: { viewer: Viewer; count: number }) {
  const frame = useViewerState(viewer, (state) => state.frame ?? 0);
  return (
    <span className={styles.playheadArea} aria-hidden="true" dir="ltr">
      <span className={styles.playhead} style={{ left: along(frame + 0.5, count) }} />
    </span>
  );
}
