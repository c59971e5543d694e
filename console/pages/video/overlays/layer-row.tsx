import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Remark } from '../../../components/list-row.tsx';
import { ActionsMenu, MenuItem } from '../../../components/menu.tsx';
import { changeLayer, type Layer, layerName, moved } from './layer-edits.ts';
import styles from './overlays-tab.module.css';
import type { OverlayEditing } from './use-overlay-editing.ts';

interface LayerRowProps {
  layer: Layer;
  editing: OverlayEditing;
  onRename: (layer: Layer) => void;
  onDelete: (layer: Layer) => void;
}

/** The head of a layer in the list of overlays. */
export function LayerRow({ layer, editing, onRename, onDelete }: LayerRowProps) {
  const { layers, editLayers, saving } = editing;
  const name = layerName(layer);
  const isShown = layer.visible !== false;
  const at = layers.findIndex(({ id }) => id === layer.id);
  return (
    <div className={styles.layer}>
      <Button
        kind="quiet"
        size="small"
        square
        icon={isShown ? <Eye size={14} /> : <EyeOff size={14} />}
        aria-label={`Layer ${name} is shown`}
        aria-pressed={isShown}
        disabled={saving.isPending}
        onClick={() =>
          editLayers((before) =>
            changeLayer(before, layer.id, isShown ? { visible: false } : { visible: true }),
          )
        }
      />
      <h3 className={styles.layerName}>
        <bdi>{name}</bdi>
      </h3>
      <Remark>{layer.overlays.length}</Remark>
      <ActionsMenu label={`Layer ${name}`}>
        <MenuItem icon={<Pencil size={14} />} onClick={() => onRename(layer)}>
          Rename
        </MenuItem>
        <MenuItem
          icon={<ArrowUp size={14} />}
          disabled={at === layers.length - 1}
          onClick={() => editLayers((before) => moved(before, layer.id, 1))}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon={<ArrowDown size={14} />}
          disabled={at === 0}
          onClick={() => editLayers((before) => moved(before, layer.id, -1))}
        >
          Move down
        </MenuItem>
        <MenuItem icon={<Trash2 size={14} />} danger onClick={() => onDelete(layer)}>
          Delete layer
        </MenuItem>
      </ActionsMenu>
    </div>
  );
}
