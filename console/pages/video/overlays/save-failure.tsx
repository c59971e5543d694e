import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ChangeTooLarge } from '../editor/merge/document-patch.ts';
import { LayersConflict } from './save-layers.ts';

interface SaveFailureProps {
  failure: unknown;
  /** Save in spite of what others have changed; where there is something to save again. */
  onOverrule: (() => void) | null;
  /** Take what others have saved. */
  onTakeTheirs: () => void;
}

/** Why layers could not be saved, and what can be done about it. */
export function SaveFailure({ failure, onOverrule, onTakeTheirs }: SaveFailureProps) {
  if (failure instanceof LayersConflict) {
    return (
      <Notice
        kind="danger"
        actions={
          <>
            {onOverrule && (
              <Button size="small" onClick={onOverrule}>
                Save mine
              </Button>
            )}
            <Button size="small" onClick={onTakeTheirs}>
              {onOverrule ? 'Take theirs, drop mine' : 'Show the newest'}
            </Button>
          </>
        }
      >
        Somebody has changed the same meanwhile. Your changes are not saved, and still here.
      </Notice>
    );
  }
  if (failure instanceof ChangeTooLarge) return <Notice kind="danger">{failure.message}</Notice>;
  return <FailureNotice failure={failure} what="The overlays could not be saved." />;
}
