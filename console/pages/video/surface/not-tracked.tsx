import { useState } from 'react';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { objectName, type VideoObject } from '../video-data.ts';
import { type TrackedObject, useTrackAgain } from './use-surfaces.ts';

interface NotTrackedProps {
  videoId: string;
  surface: VideoObject;
  failure: NonNullable<TrackedObject['failure']>;
  /** Whether something that was typed about it is not saved. */
  isTyped: boolean;
  onTracked: (objectId: string) => void;
}

/** Why a surface has nothing but its marked frame, and what can be done about it. */
export function NotTracked({ videoId, surface, failure, isTyped, onTracked }: NotTrackedProps) {
  const [asking, setAsking] = useState(false);
  const { attempt, isMade } = useTrackAgain(videoId, surface, onTracked);
  const name = objectName(surface);
  return (
    <>
      <Notice
        kind="warning"
        actions={
          <Button size="small" onClick={() => setAsking(true)}>
            Track again
          </Button>
        }
      >
        {failure.code === 'NOT_TRACKED'
          ? 'It is not tracked: the document was restored or imported from a state in which it had only been marked.'
          : `It could not be tracked: ${failure.message} (${failure.code})`}
      </Notice>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Track “${name}” again?`}
        action="Track surface"
        kind="primary"
        busy={attempt.isPending}
        disabled={isTyped}
        onAction={() => attempt.mutate()}
      >
        <p>
          It is tracked from the corners that it has in frame {surface.firstFrame}, as a new object with the
          same name and data. Overlays that lie on it move to the new object, and the old one is deleted.
        </p>
        {isTyped && (
          <Notice kind="warning">
            What you typed about it is not saved. Save it first, or take it back.
          </Notice>
        )}
        {attempt.isError && (
          <FailureNotice
            failure={attempt.error}
            what={
              isMade
                ? 'It is being tracked as a new object, but the old one could not be replaced: both are there. Another attempt goes on from here.'
                : 'It could not be tracked; nothing has changed.'
            }
          />
        )}
      </AlertDialog>
    </>
  );
}
