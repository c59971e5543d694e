import { useEffect, useRef, useState } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { ListDetail } from '../../../components/list-detail.tsx';
import { ListRow, Remark } from '../../../components/list-row.tsx';
import { VirtualRows, type VirtualRowsHandle } from '../../../components/virtual-rows.tsx';
import { objectColour } from '../../../viewer/object-colour.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { ListHead } from '../list-head.tsx';
import { goWithin } from '../player/go-within.ts';
import type { TrackedObject } from '../surface/use-surfaces.ts';
import { objectName, type VideoObject } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';
import { framesText } from './frame-ranges.ts';
import { MarkSurfaceButton, NoObjects } from './no-objects.tsx';
import { ObjectFilters } from './object-filters.tsx';
import styles from './objects-tab.module.css';

const ROW_PX = 44;
/** Half a row at the end shows that there are more. */
const MOST_HEIGHT_PX = 7.5 * ROW_PX;

interface ObjectsTabProps {
  videoId: string;
  /** Those that the filters leave. */
  objects: readonly VideoObject[];
  /** How many there are in all. */
  total: number;
  search: VideoSearch;
  onSearch: (change: Partial<VideoSearch>) => void;
  viewer: Viewer | null;
  hovered: string | null;
  onHover: (id: string | null) => void;
  /** How surfaces are being tracked, by their id. */
  tracking: ReadonlyMap<string, TrackedObject>;
  /** Whether something of an object was typed and not saved. */
  isTyped: (id: string) => boolean;
  /** Details of the selected object. */
  details: React.ReactNode;
  /** Begins to mark a surface; null until there is a picture to mark it in. */
  onMark: (() => void) | null;
  /** Goes to the detection. */
  onDetect: () => void;
}

/** The objects as a list with filters, and the selected one in detail. */
export function ObjectsTab({
  videoId,
  objects,
  total,
  search,
  onSearch,
  viewer,
  hovered,
  onHover,
  tracking,
  isTyped,
  details,
  onMark,
  onDetect,
}: ObjectsTabProps) {
  const rows = useRef<VirtualRowsHandle>(null);
  const list = useRef<HTMLDivElement>(null);
  const [chosenInList, setChosenInList] = useState(0);
  const choose = (object: VideoObject) => {
    const isNew = object.id !== search.object;
    onSearch({ object: isNew ? object.id : undefined });
    if (!isNew) return;
    setChosenInList(chosenInList + 1);
    if (viewer) goWithin(viewer, object);
  };
  const position = objects.findIndex(({ id }) => id === search.object);
  useEffect(() => {
    if (position >= 0) rows.current?.reveal(position);
  }, [position]);

  if (total === 0) return <NoObjects videoId={videoId} onMark={onMark} onDetect={onDetect} />;
  return (
    <div className={styles.tab}>
      <ObjectFilters search={search} onSearch={onSearch} />
      <ListHead
        count={
          <>
            {objects.length === total ? '' : `${objects.length} of `}
            {total === 1 ? '1 object' : `${total} objects`}
            {objects.length === 0 && '. None matches the filters.'}
          </>
        }
      >
        <MarkSurfaceButton onMark={onMark} />
      </ListHead>
      <div ref={list}>
        <VirtualRows
          ref={rows}
          items={objects}
          rowHeight={ROW_PX}
          maxHeight={MOST_HEIGHT_PX}
          keyOf={({ id }) => id}
        >
          {(object) => (
            <ListRow
              icon={
                <span
                  className={styles.colour}
                  style={{ background: objectColour(object.id) }}
                  data-kind={object.kind}
                />
              }
              name={objectName(object)}
              isSelected={object.id === search.object}
              isHovered={object.id === hovered}
              onSelect={() => choose(object)}
              onHover={(isThere) => onHover(isThere ? object.id : null)}
            >
              {isTyped(object.id) && <Chip tone="warning">not saved</Chip>}
              {object.kind === 'surface' && <Chip>surface</Chip>}
              <Remark>{framesText(object, tracking.get(object.id))}</Remark>
              <Remark isColumn>
                {object.tracked === false ? '' : `${Math.round(object.confidence * 100)} %`}
              </Remark>
            </ListRow>
          )}
        </VirtualRows>
      </div>
      <ListDetail chosen={search.object ?? null} chosenInList={chosenInList} list={list}>
        {details}
      </ListDetail>
    </div>
  );
}
