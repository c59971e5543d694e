import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import type { VideoDocument } from '../video-data.ts';
import { ImageFields } from './image-fields.tsx';
import { moveOverlay, type Overlay, toKey, withOverlay } from './layer-edits.ts';
import { coreTypeOf, overlayName, TYPE_NAMES } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import { PlaceFields } from './place-fields.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { TextFields } from './text-fields.tsx';
import type { OverlayEditing } from './use-overlay-editing.ts';

interface OverlayFormProps {
  name: OverlayName;
  overlay: Overlay;
  document: VideoDocument;
  viewer: Viewer;
  editing: OverlayEditing;
  /** Called when the overlay is not there any more. */
  onGone: () => void;
}

const FIELDS = { 'core:text': TextFields, 'core:image': ImageFields, 'core:shape': ShapeFields } as const;

/** What can be changed about the selected overlay. The picture shows the changes at once; they are saved together. */
export function OverlayForm({ name, overlay, document, viewer, editing, onGone }: OverlayFormProps) {
  const heading = useId();
  const [asking, setAsking] = useState(false);
  const { drafts, saving, change, discard, save, editLayers } = editing;
  const draft = drafts.get(toKey(name));
  const isNew = draft !== undefined && draft.base === undefined;
  const type = coreTypeOf(overlay);
  const Fields = type && FIELDS[type];
  const title = overlayName(overlay);
  const update = (next: Overlay) => change(name, next);
  const remove = () => {
    discard(name);
    if (isNew) onGone();
    else editLayers((layers) => withOverlay(layers, name, undefined), onGone);
  };
  return (
    <form
      className={styles.form}
      // Fields bring numbers into their range by themselves; browsers refuse those between two steps.
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        save(name);
      }}
    >
      <header className={styles.head}>
        <h3 id={heading} dir="auto">
          {title}
        </h3>
        <Chip>{type ? TYPE_NAMES[type] : overlay.plugin?.type || 'no type'}</Chip>
        {draft && <Chip tone="warning">{isNew ? 'new' : 'not saved'}</Chip>}
        <Button
          kind="quiet"
          size="small"
          square
          icon={<ChevronUp size={14} />}
          aria-label={`Move ${title} up`}
          disabled={isNew || saving.isPending}
          onClick={() => editLayers((layers) => moveOverlay(layers, name, 1))}
        />
        <Button
          kind="quiet"
          size="small"
          square
          icon={<ChevronDown size={14} />}
          aria-label={`Move ${title} down`}
          disabled={isNew || saving.isPending}
          onClick={() => editLayers((layers) => moveOverlay(layers, name, -1))}
        />
        <Button
          kind="quiet"
          size="small"
          square
          icon={<Trash2 size={14} />}
          aria-label={`Delete ${title}`}
          onClick={() => (isNew ? remove() : setAsking(true))}
        />
      </header>
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
        {Fields ? (
          <>
            <Fields overlay={overlay} onChange={update} />
            <hr className={styles.rule} />
            <PlaceFields
              overlay={overlay}
              onChange={update}
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
      {draft && (
        <div className={styles.actions}>
          <Button
            onClick={() => {
              discard(name);
              if (isNew) onGone();
            }}
          >
            Discard
          </Button>
          <Button type="submit" kind="primary" busy={saving.isPending}>
            {isNew ? 'Add to the video' : 'Save changes'}
          </Button>
        </div>
      )}
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
    </form>
  );
}
