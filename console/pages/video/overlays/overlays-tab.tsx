import { Layers2, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CORE_TYPE_NAMES } from '../../../../shared/domain/document/names.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListDetail } from '../../../components/list-detail.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { VirtualRows, type VirtualRowsHandle } from '../../../components/virtual-rows.tsx';
import { MOST_DRAWN } from '../../../viewer/overlays/draw-overlays.ts';
import { drawnFrames, type OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { ListHead } from '../list-head.tsx';
import { goWithin } from '../player/go-within.ts';
import type { VideoDocument } from '../video-data.ts';
import { DeleteLayerDialog, NameDialog } from './layer-dialogs.tsx';
import { changeLayer, type Layer, layerName, type Overlay, toKey } from './layer-edits.ts';
import { LayerRow } from './layer-row.tsx';
import { CORE_TYPES } from './overlay-config.ts';
import { OverlayForm } from './overlay-form.tsx';
import { CORE_TYPE_ICONS, OverlayRow } from './overlay-row.tsx';
import styles from './overlays-tab.module.css';
import { SaveFailure } from './save-failure.tsx';
import { newId, type Overlays } from './use-overlays.ts';

const ROW_PX = 40;
const MOST_HEIGHT_PX = 8 * ROW_PX;

interface OverlaysTabProps {
  document: VideoDocument;
  overlays: Overlays;
  viewer: Viewer | null;
}

type Row = { readonly layer: Layer; readonly overlay: Overlay | null };

type Asked = { readonly about: 'new' } | { readonly about: 'rename' | 'delete'; readonly layer: Layer };

/** The overlays by layer, the highest first, and the selected one in detail. */
export function OverlaysTab({ document, overlays, viewer }: OverlaysTabProps) {
  const { editing, selected, select, add: addOverlay } = overlays;
  const { layers, drafts, saving, save, discard, editLayers, readAnew } = editing;
  const rows = useRef<VirtualRowsHandle>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const [chosenInList, setChosenInList] = useState(0);
  const choose = (name: OverlayName) => {
    const isNew = toKey(name) !== key;
    select(isNew ? name : null);
    if (!isNew) return;
    setChosenInList(chosenInList + 1);
    const frames = drawnFrames(layers, name, document.objects);
    if (viewer && frames) goWithin(viewer, frames);
  };
  const items = useMemo(() => rowsOf(layers), [layers]);
  const key = selected && toKey(selected.name);
  const position = items.findIndex(({ layer, overlay }) => overlay && keyOf(layer, overlay) === key);
  useEffect(() => {
    if (position >= 0) rows.current?.reveal(position);
  }, [position]);
  const count = items.length - layers.length;
  const draft = key === null ? undefined : drafts.get(key);

  const add = (
    <Menu
      trigger={
        <Button size="small" kind="primary" icon={<Plus size={14} />}>
          Add
        </Button>
      }
    >
      {CORE_TYPES.map((type) => {
        const Icon = CORE_TYPE_ICONS[type];
        return (
          <MenuItem key={type} icon={<Icon size={14} />} onClick={() => addOverlay(type)}>
            {CORE_TYPE_NAMES[type]}
          </MenuItem>
        );
      })}
    </Menu>
  );

  return (
    <div className={styles.tab}>
      {layers.length === 0 ? (
        <EmptyState icon={<Layers2 size={22} />} title="No overlays yet" actions={add}>
          Texts, images and shapes lie on the picture, follow an object, or lie on a surface in perspective.
          Programs add overlays of their own types.
        </EmptyState>
      ) : (
        <>
          <ListHead
            count={
              <>
                {count === 1 ? '1 overlay' : `${count} overlays`}
                {count > MOST_DRAWN && `; of one frame ${MOST_DRAWN} are drawn`}
              </>
            }
          >
            <Button size="small" onClick={() => setAsked({ about: 'new' })}>
              New layer
            </Button>
            {add}
          </ListHead>
          <div ref={list}>
            <VirtualRows
              ref={rows}
              items={items}
              rowHeight={ROW_PX}
              maxHeight={MOST_HEIGHT_PX}
              keyOf={({ layer, overlay }) => (overlay ? keyOf(layer, overlay) : layer.id)}
            >
              {({ layer, overlay }) =>
                overlay === null ? (
                  <LayerRow
                    layer={layer}
                    editing={editing}
                    onRename={(named) => setAsked({ about: 'rename', layer: named })}
                    onDelete={(named) => setAsked({ about: 'delete', layer: named })}
                  />
                ) : (
                  <OverlayRow
                    overlay={overlay}
                    objects={document.objects}
                    isSelected={keyOf(layer, overlay) === key}
                    isDraft={drafts.has(keyOf(layer, overlay))}
                    onSelect={() => choose({ layer: layer.id, overlay: overlay.id })}
                  />
                )
              }
            </VirtualRows>
          </div>
        </>
      )}
      {saving.isError && (
        <SaveFailure
          failure={saving.error}
          onOverrule={selected && draft ? () => save(selected.name, true) : null}
          onTakeTheirs={() => {
            if (selected && draft) discard(selected.name);
            void readAnew();
          }}
        />
      )}
      <ListDetail chosen={key} chosenInList={chosenInList} list={list}>
        {selected && viewer && (
          <OverlayForm key={key} {...selected} document={document} viewer={viewer} overlays={overlays} />
        )}
      </ListDetail>
      {asked?.about === 'new' && (
        <NameDialog
          title="New layer"
          action="Create layer"
          first=""
          onClose={() => setAsked(null)}
          onName={(name) => editLayers((before) => [...before, { id: newId(), name, overlays: [] }])}
        />
      )}
      {asked?.about === 'rename' && (
        <NameDialog
          title={`Rename the layer “${layerName(asked.layer)}”`}
          action="Rename"
          first={asked.layer.name ?? ''}
          onClose={() => setAsked(null)}
          onName={(name) => editLayers((before) => changeLayer(before, asked.layer.id, { name }))}
        />
      )}
      {asked?.about === 'delete' && (
        <DeleteLayerDialog
          layer={asked.layer}
          onClose={() => setAsked(null)}
          onDelete={() => {
            if (selected?.name.layer === asked.layer.id) select(null);
            for (const { id } of asked.layer.overlays) discard({ layer: asked.layer.id, overlay: id });
            editLayers((before) => before.filter(({ id }) => id !== asked.layer.id));
          }}
        />
      )}
    </div>
  );
}

const keyOf = (layer: Layer, overlay: Overlay): string => toKey({ layer: layer.id, overlay: overlay.id });

const rowsOf = (layers: readonly Layer[]): Row[] =>
  layers
    .toReversed()
    .flatMap((layer): Row[] => [
      { layer, overlay: null },
      ...layer.overlays.toReversed().map((overlay) => ({ layer, overlay })),
    ]);
