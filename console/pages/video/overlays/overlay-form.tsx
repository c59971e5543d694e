import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { CORE_TYPE_NAMES, overlayName } from '../../../../shared/domain/document/names.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { DeleteButton } from '../../../components/delete-button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { useShortcuts } from '../../../shell/use-shortcuts.ts';
import { widestProportions } from '../../../viewer/overlays/ground.ts';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { objectOf, type VideoDocument } from '../video-data.ts';
import type { Proportions } from './attach-overlay.ts';
import { ImageFields } from './image-fields.tsx';
import {
  canMoveOverlay,
  changeLayer,
  layerName,
  moveOverlay,
  type Overlay,
  toKey,
  withOverlay,
} from './layer-edits.ts';
import { coreTypeOf, lackOf } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import { PlaceFields } from './place-fields.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { TextFields } from './text-fields.tsx';
import type { Overlays } from './use-overlays.ts';

interface OverlayFormProps {
  name: OverlayName;
  overlay: Overlay;
  document: VideoDocument;
  viewer: Viewer;
  overlays: Overlays;
}

const FIELDS = { 'core:text': TextFields, 'core:image': ImageFields, 'core:shape': ShapeFields } as const;

/** What can be changed about the selected overlay. The picture shows the changes at once; they are saved together. */
export function OverlayForm({ name, overlay, document, viewer, overlays }: OverlayFormProps) {
  const [asking, setAsking] = useState(false);
  const toast = useToast();
  const { editing, isUnplaced, moveTo, select } = overlays;
  const { layers, drafts, saving, change, discard, save, editLayers } = editing;
  const draft = drafts.get(toKey(name));
  const isNew = draft !== undefined && draft.base === undefined;
  const type = coreTypeOf(overlay);
  // One of a program may be as the program likes.
  const lacks = isNew ? lackOf(overlay) : null;
  const layer = layers.find(({ id }) => id === name.layer);
  const Fields = type && FIELDS[type];
  const title = overlayName(overlay);
  const update = (next: Overlay) => change(name, next);
  const proportions: Proportions = (object) =>
    widestProportions(object === undefined ? undefined : objectOf(document, object), document.videoDetails);
  const say = (what: string) => toast({ title: what, description: title });
  const remove = () => {
    discard(name);
    if (isNew) select(null);
    else {
      editLayers(
        (before) => withOverlay(before, name, undefined),
        () => {
          select(null);
          say('Overlay deleted');
        },
      );
    }
  };
  const askToRemove = () => (isNew ? remove() : setAsking(true));
  useShortcuts({ Delete: askToRemove, Backspace: askToRemove });
  const order = (label: string, icon: React.ReactNode, by: 1 | -1) => (
    <Button
      kind="quiet"
      size="small"
      square
      icon={icon}
      aria-label={`Move ${title} ${label}`}
      disabled={isNew || saving.isPending || !canMoveOverlay(layers, name, by)}
      onClick={() => editLayers((before) => moveOverlay(before, name, by))}
    />
  );
  return (
    <Panel
      title={title}
      onSubmit={() => {
        if (lacks === null) save(name, false, () => say(isNew ? 'Overlay added' : 'Overlay saved'));
      }}
      lacks={lacks}
      aside={
        <>
          <Chip>{type ? CORE_TYPE_NAMES[type] : overlay.plugin?.type || 'no type'}</Chip>
          {draft && <Chip tone="warning">{isNew ? 'new' : 'not saved'}</Chip>}
          {order('up', <ChevronUp size={14} />, 1)}
          {order('down', <ChevronDown size={14} />, -1)}
          <DeleteButton of={title} aria-keyshortcuts="Delete" onClick={askToRemove} />
        </>
      }
      actions={
        draft && (
          <>
            <Button
              onClick={() => {
                discard(name);
                if (isNew) select(null);
              }}
            >
              Discard
            </Button>
            <Button type="submit" kind="primary" busy={saving.isPending} disabled={lacks !== null}>
              {isNew ? 'Add to the video' : 'Save changes'}
            </Button>
          </>
        )
      }
    >
      {layer?.visible === false && (
        <Notice
          actions={
            <Button
              size="small"
              busy={saving.isPending}
              onClick={() => editLayers((before) => changeLayer(before, layer.id, { visible: true }))}
            >
              Show the layer
            </Button>
          }
        >
          The picture does not show it: its layer “<bdi>{layerName(layer)}</bdi>” is hidden.
        </Notice>
      )}
      <div className={styles.fields}>
        <div className={styles.wide}>
          <TextField
            label="Name"
            maxLength={LIMITS.nameLength}
            value={overlay.name ?? ''}
            onValueChange={(text) => {
              const { name: _, ...rest } = overlay;
              update(text === '' ? rest : { ...overlay, name: text });
            }}
          />
        </div>
        {layers.length > 1 && (
          <div className={styles.wide}>
            <Select
              label="Layer"
              value={name.layer}
              onChange={moveTo}
              options={layers.toReversed().map((layer) => ({ value: layer.id, label: layerName(layer) }))}
            />
          </div>
        )}
        {Fields ? (
          <>
            <Fields overlay={overlay} onChange={update} proportions={proportions} isNew={isUnplaced} />
            <hr className={styles.rule} />
            <PlaceFields
              overlay={overlay}
              onChange={update}
              proportions={proportions}
              objects={document.objects}
              viewer={viewer}
              lastFrame={document.videoDetails.totalFrames - 1}
            />
          </>
        ) : (
          <div className={styles.wide}>
            <Notice>
              The console does not know how overlays of this type look, and shows a frame in their place.
              Their config can be edited as JSON.
            </Notice>
          </div>
        )}
      </div>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${title}”?`}
        action="Delete overlay"
        busy={saving.isPending}
        onAction={remove}
      >
        It disappears from the newest version of the document. An older version keeps it and can be restored.
      </AlertDialog>
    </Panel>
  );
}
