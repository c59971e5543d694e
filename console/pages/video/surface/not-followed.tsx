import { useState } from 'react';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { objectName, type VideoObject } from '../video-data.ts';
import { type TrackedObject, useFollowAgain } from './use-surfaces.ts';

interface NotFollowedProps {
  videoId: string;
  surface: VideoObject;
  failure: NonNullable<TrackedObject['failure']>;
  /** Whether something that was typed about it is not saved. */
  isTyped: boolean;
  onFollowed: (objectId: string) => void;
}

/** Why a surface has nothing but its marked frame, and what can be done about it. */
export function NotFollowed({ videoId, surface, failure, isTyped, onFollowed }: NotFollowedProps) {
  const [asking, setAsking] = useState(false);
  const { attempt, isMade } = useFollowAgain(videoId, surface, onFollowed);
  const name = objectName(surface);
  return (
    <>
      <Notice
        kind="warning"
        actions={
          <Button size="small" onClick={() => setAsking(true)}>
            Follow again
          </Button>
        }
      >
        {failure.code === 'NOT_TRACKED'
          ? 'It is not followed: the document was restored or imported from a state in which it had only been marked.'
          : `It could not be followed: ${failure.message} (${failure.code})`}
      </Notice>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Follow “${name}” again?`}
        action="Follow surface"
        kind="primary"
        busy={attempt.isPending}
        disabled={isTyped}
        onAction={() => attempt.mutate()}
      >
        <p>
          It is followed from the corners that it has in frame {surface.firstFrame}, as a new object with the
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
                ? 'It is being followed as a new object, but the old one could not be replaced: both are there. Another attempt goes on from here.'
                : 'It could not be followed; nothing has changed.'
            }
          />
        )}
      </AlertDialog>
    </>
  );
}
