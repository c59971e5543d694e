import { ArrowLeftToLine, ArrowRightToLine } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { DeleteButton } from '../../../components/delete-button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useShortcuts } from '../../../shell/use-shortcuts.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { SurfaceState } from '../surface/surface-state.tsx';
import type { TrackedObject } from '../surface/use-surfaces.ts';
import { objectName, type VideoObject } from '../video-data.ts';
import { CustomData } from './custom-data.tsx';
import { hiddenFramesText } from './frame-ranges.ts';
import styles from './object-details.module.css';
import { useDeleteObject, usePatchObject } from './object-edits.ts';
import type { TypedText, TypedTexts } from './use-typed-texts.ts';

interface ObjectDetailsProps {
  videoId: string;
  object: VideoObject;
  viewer: Viewer | null;
  /** Of a surface: how far it has been tracked. */
  tracked: TrackedObject | undefined;
  /** Of the video. */
  totalFrames: number;
  texts: TypedTexts;
  onDeleted: () => void;
  /** Another object has taken the place of the surface. */
  onTracked: (objectId: string) => void;
}

/** Details of the selected object, and what can be changed about it. */
export function ObjectDetails({
  videoId,
  object,
  viewer,
  tracked,
  totalFrames,
  texts,
  onDeleted,
  onTracked,
}: ObjectDetailsProps) {
  const [asking, setAsking] = useState(false);
  const removal = useDeleteObject(videoId, object.id);
  const name = objectName(object);
  // A surface says so below.
  const notSeen = object.kind === 'box' ? hiddenFramesText(object.track) : null;
  const ask = () => setAsking(true);
  useShortcuts({ Delete: ask, Backspace: ask });
  return (
    <Panel
      title={name}
      aside={
        <>
          {object.tracked === false && tracked?.tracking !== 'running' && (
            <Chip tone="warning">not tracked</Chip>
          )}
          <DeleteButton of={name} aria-keyshortcuts="Delete" onClick={ask} />
        </>
      }
    >
      <NameForm
        key={`name ${object.id}`}
        videoId={videoId}
        object={object}
        typed={texts.of(object.id, 'name')}
      />
      <dl className={styles.facts}>
        <dt>Label</dt>
        <dd dir="auto">
          {object.label}
          {object.labelConfidence !== undefined && ` (${Math.round(object.labelConfidence * 100)} %)`}
        </dd>
        {object.tracked === false ? (
          <>
            <dt>Marked in</dt>
            <dd className={styles.frames}>
              <Button size="small" disabled={viewer === null} onClick={() => viewer?.goto(object.firstFrame)}>
                Frame {object.firstFrame}
              </Button>
            </dd>
          </>
        ) : (
          <>
            <dt>Confidence</dt>
            <dd>{Math.round(object.confidence * 100)} %</dd>
            <dt>Frames</dt>
            <dd className={styles.frames}>
              <Button
                size="small"
                icon={<ArrowLeftToLine size={14} />}
                aria-label={`First frame, ${object.firstFrame}`}
                disabled={viewer === null}
                onClick={() => viewer?.goto(object.firstFrame)}
              >
                {object.firstFrame}
              </Button>
              <Button
                size="small"
                icon={<ArrowRightToLine size={14} />}
                aria-label={`Last frame, ${object.lastFrame}`}
                disabled={viewer === null}
                onClick={() => viewer?.goto(object.lastFrame)}
              >
                {object.lastFrame}
              </Button>
            </dd>
            {notSeen !== null && (
              <>
                <dt>Not seen in</dt>
                <dd>{notSeen}</dd>
              </>
            )}
          </>
        )}
        <dt>Id</dt>
        <dd>
          <bdi className={styles.id}>{object.id}</bdi>
        </dd>
      </dl>
      {object.kind === 'surface' && (
        <SurfaceState
          key={`surface ${object.id}`}
          videoId={videoId}
          object={object}
          tracked={tracked}
          totalFrames={totalFrames}
          viewer={viewer}
          isTyped={texts.isTyped(object.id)}
          onTracked={onTracked}
        />
      )}
      <CustomData
        key={`data ${object.id}`}
        videoId={videoId}
        object={object}
        typed={texts.of(object.id, 'data')}
      />
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${name}”?`}
        action="Delete object"
        busy={removal.isPending}
        onAction={() => removal.mutate(undefined, { onSuccess: onDeleted })}
      >
        Its track disappears from the newest version of the document. An older version keeps it and can be
        restored.
        {removal.isError && <FailureNotice failure={removal.error} what="The object could not be deleted." />}
      </AlertDialog>
    </Panel>
  );
}

function NameForm({
  videoId,
  object,
  typed,
}: Pick<ObjectDetailsProps, 'videoId' | 'object'> & { typed: TypedText }) {
  const saved = object.userLabel ?? '';
  const name = typed.text ?? saved;
  const rename = usePatchObject(videoId, object.id);
  const isChanged = typed.text !== null;
  return (
    <form
      className={styles.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) rename.mutate({ userLabel: name === '' ? null : name }, { onSuccess: typed.drop });
      }}
    >
      <TextField
        label="Name"
        placeholder={object.label}
        maxLength={LIMITS.nameLength}
        value={name}
        onValueChange={(text) => typed.change(text, saved)}
        onKeyDown={({ key }) => key === 'Escape' && typed.drop()}
      />
      <Button type="submit" busy={rename.isPending} disabled={!isChanged}>
        Rename
      </Button>
      {rename.isError && <FailureNotice failure={rename.error} what="The name could not be saved." />}
    </form>
  );
}
