import { useId } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { Viewer } from '../../../viewer/viewer.ts';
import type { VideoDocument } from '../video-data.ts';
import { cornersFault, isComplete, middleRectangle, moveCorner, type SurfaceDraft } from './surface-draft.ts';
import styles from './surface-form.module.css';
import { useCreateSurface } from './use-surfaces.ts';

interface SurfaceFormProps {
  videoId: string;
  details: VideoDocument['videoDetails'];
  viewer: Viewer;
  draft: SurfaceDraft;
  onChange: (draft: SurfaceDraft) => void;
  onCancel: () => void;
  onCreated: (objectId: string) => void;
}

/** Name and corners of a surface that is being marked. */
export function SurfaceForm({
  videoId,
  details,
  viewer,
  draft,
  onChange,
  onCancel,
  onCreated,
}: SurfaceFormProps) {
  const heading = useId();
  const creation = useCreateSurface(videoId);
  const fault = cornersFault(draft, details);
  const name = draft.name.trim();
  const missing = LIMITS.surfaceCorners - draft.corners.length;
  return (
    <form
      className={styles.form}
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || missing > 0 || fault !== null) return;
        creation.mutate({ ...draft, name }, { onSuccess: ({ objectId }) => onCreated(objectId) });
      }}
    >
      <h3 id={heading} ref={takeFocus} tabIndex={-1}>
        Mark a surface in frame {draft.frame}
      </h3>
      <p className={styles.remark} aria-live="polite">
        {missing > 0
          ? `Click its corners in the picture, one after the other around it: ${missing} left.`
          : 'Drag a corner to place it exactly, or move it with the arrow keys; with Shift it moves farther.'}
      </p>
      <div className={styles.begin}>
        <Button size="small" onClick={() => viewer.goto(draft.frame)}>
          Show frame {draft.frame}
        </Button>
        <Button
          size="small"
          onClick={() => onChange(missing > 0 ? middleRectangle(draft) : { ...draft, corners: [] })}
        >
          {missing > 0 ? 'Begin with a rectangle' : 'Clear the corners'}
        </Button>
      </div>
      {isComplete(draft) && <CornerFields draft={draft} onChange={onChange} />}
      {fault !== null && <Notice kind="danger">{fault}</Notice>}
      <TextField
        label="Name"
        required
        maxLength={LIMITS.nameLength}
        value={draft.name}
        onValueChange={(value) => onChange({ ...draft, name: value })}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel} disabled={creation.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          kind="primary"
          busy={creation.isPending}
          disabled={name === '' || missing > 0 || fault !== null}
        >
          {creation.isPending ? 'Following…' : 'Follow surface'}
        </Button>
      </div>
      {creation.isError && (
        <FailureNotice failure={creation.error} what="The surface could not be followed." />
      )}
    </form>
  );
}

/** The form is before the button that opens it. The picture, in which it asks for clicks, stays in view. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** The corners as numbers, percent of the frame. */
function CornerFields({ draft, onChange }: Pick<SurfaceFormProps, 'draft' | 'onChange'>) {
  return (
    <fieldset className={styles.corners}>
      <legend>Corners, percent of the frame</legend>
      {draft.corners.map((corner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is named by its place in the order
        <div key={index} className={styles.corner}>
          <span aria-hidden="true">{index + 1}</span>
          {(['x', 'y'] as const).map((axis) => (
            <input
              key={axis}
              type="number"
              step={0.1}
              aria-label={`Corner ${index + 1}, ${axis}`}
              value={Math.round(corner[axis] * 1000) / 10}
              onChange={({ target }) => {
                if (Number.isNaN(target.valueAsNumber)) return;
                onChange(moveCorner(draft, index, { ...corner, [axis]: target.valueAsNumber / 100 }));
              }}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}
