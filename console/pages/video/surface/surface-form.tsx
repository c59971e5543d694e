import { LIMITS } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import { PointFields } from '../point-fields.tsx';
import type { VideoDocument } from '../video-data.ts';
import {
  cornersFault,
  isComplete,
  lackOf,
  middleRectangle,
  moveCorner,
  type SurfaceDraft,
} from './surface-draft.ts';
import styles from './surface-form.module.css';
import { useCreateSurface } from './use-surfaces.ts';

interface SurfaceFormProps {
  videoId: string;
  document: VideoDocument;
  viewer: Viewer;
  draft: SurfaceDraft;
  /** How often it was asked for; each time it takes the focus. */
  asked: number;
  onChange: (draft: SurfaceDraft) => void;
  onCancel: () => void;
  onCreated: (objectId: string) => void;
}

/** Name and corners of a surface that is being marked. */
export function SurfaceForm({
  videoId,
  document,
  viewer,
  draft,
  asked,
  onChange,
  onCancel,
  onCreated,
}: SurfaceFormProps) {
  const creation = useCreateSurface(videoId, Object.keys(document.objects));
  const fault = cornersFault(draft, document.videoDetails);
  const lacks = lackOf(draft);
  const isElsewhere = useViewerState(viewer, ({ frame }) => frame !== draft.frame);
  const missing = LIMITS.surfaceCorners - draft.corners.length;
  return (
    <Panel
      title={`Mark a surface in frame ${draft.frame}`}
      highlighted
      // The form is before the button that opens it. The picture, in which it asks for clicks, stays in view.
      takesFocus={asked}
      lacks={lacks}
      onSubmit={() => {
        if (lacks !== null || fault !== null) return;
        creation.mutate(
          { ...draft, name: draft.name.trim() },
          { onSuccess: ({ objectId }) => onCreated(objectId) },
        );
      }}
      actions={
        <>
          <Button onClick={onCancel} disabled={creation.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            kind="primary"
            busy={creation.isPending}
            disabled={lacks !== null || fault !== null}
          >
            Track surface
          </Button>
        </>
      }
    >
      <p className={styles.remark} aria-live="polite">
        {missing > 0
          ? `Click its corners in the picture, one after the other around it: ${missing} left.`
          : 'Drag a corner to place it exactly, or go to it with the Tab key and move it with the arrow keys; with Shift it moves farther.'}
      </p>
      <div className={styles.begin}>
        {isElsewhere && (
          <Button size="small" onClick={() => viewer.goto(draft.frame)}>
            Show frame {draft.frame}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            if (missing > 0) viewer.goto(draft.frame);
            onChange(missing > 0 ? middleRectangle(draft) : { ...draft, corners: [] });
          }}
        >
          {missing > 0 ? 'Begin with a rectangle' : 'Clear the corners'}
        </Button>
      </div>
      {isComplete(draft) && (
        <PointFields
          legend="Corners, x and y in percent of the frame"
          name="Corner"
          points={draft.corners}
          step={0.1}
          onMove={(index, corner) => onChange(moveCorner(draft, index, corner))}
        />
      )}
      {fault !== null && <Notice kind="danger">{fault}</Notice>}
      <TextField
        label="Name"
        required
        maxLength={LIMITS.nameLength}
        value={draft.name}
        onValueChange={(value) => onChange({ ...draft, name: value })}
      />
      {creation.isError && (
        <FailureNotice failure={creation.error} what="The surface could not be tracked." />
      )}
    </Panel>
  );
}
