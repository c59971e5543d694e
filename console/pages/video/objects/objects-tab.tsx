import { Shapes } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { VirtualRows, type VirtualRowsHandle } from '../../../components/virtual-rows.tsx';
import { objectColour } from '../../../viewer/object-colour.ts';
import { objectName, type VideoObject } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';
import { ObjectFilters } from './object-filters.tsx';
import styles from './objects-tab.module.css';

const ROW_PX = 44;
/** Half a row at the end shows that there are more. */
const MOST_HEIGHT_PX = 7.5 * ROW_PX;

interface ObjectsTabProps {
  /** Those that the filters leave. */
  objects: readonly VideoObject[];
  /** How many there are in all. */
  total: number;
  search: VideoSearch;
  onSearch: (change: Partial<VideoSearch>) => void;
  hovered: string | null;
  onHover: (id: string | null) => void;
  /** Details of the selected object. */
  details: React.ReactNode;
  /** What begins a detection, and what begins to mark a surface. */
  actions: React.ReactNode;
}

/** The objects as a list with filters, and the selected one in detail. */
export function ObjectsTab({
  objects,
  total,
  search,
  onSearch,
  hovered,
  onHover,
  details,
  actions,
}: ObjectsTabProps) {
  const rows = useRef<VirtualRowsHandle>(null);
  const position = objects.findIndex(({ id }) => id === search.object);
  useEffect(() => {
    if (position >= 0) rows.current?.reveal(position);
  }, [position]);

  if (total === 0) {
    return (
      <EmptyState icon={<Shapes size={22} />} title="No objects yet" actions={actions}>
        Detection finds what moves in the video and follows it. A surface, such as a screen or a sign, you
        mark yourself.
      </EmptyState>
    );
  }
  return (
    <div className={styles.tab}>
      <ObjectFilters search={search} onSearch={onSearch} />
      <div className={styles.head}>
        <p className={styles.count} aria-live="polite">
          {objects.length === total ? '' : `${objects.length} of `}
          {total === 1 ? '1 object' : `${total} objects`}
        </p>
        {actions}
      </div>
      <VirtualRows
        ref={rows}
        items={objects}
        rowHeight={ROW_PX}
        maxHeight={MOST_HEIGHT_PX}
        keyOf={({ id }) => id}
      >
        {(object) => (
          <button
            type="button"
            className={styles.row}
            aria-pressed={object.id === search.object}
            data-hovered={object.id === hovered || undefined}
            onClick={() => onSearch({ object: object.id === search.object ? undefined : object.id })}
            onPointerEnter={() => onHover(object.id)}
            onPointerLeave={() => onHover(null)}
          >
            <span
              className={styles.colour}
              style={{ background: objectColour(object.id) }}
              data-kind={object.kind}
            />
            <span className={styles.name}>
              <bdi>{objectName(object)}</bdi>
            </span>
            {object.kind === 'surface' && <Chip>surface</Chip>}
            <span className={styles.frames}>
              {object.firstFrame}–{object.lastFrame}
            </span>
            <span className={styles.confidence}>{Math.round(object.confidence * 100)} %</span>
          </button>
        )}
      </VirtualRows>
      {details}
    </div>
  );
}
