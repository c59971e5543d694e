import { isApiFailure } from '../../../../client/failure.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import styles from './versions-tab.module.css';

interface RestoreDialogProps {
  /** The version to restore; null while nothing is asked. */
  wanted: number | null;
  newest: number;
  /** Whether a surface is being tracked. */
  isTracking: boolean;
  /** Why the last attempt failed. */
  failure: unknown;
  busy: boolean;
  onRestore: () => void;
  onClose: () => void;
}

/** Says what restoring a version does, before it is done. */
export function RestoreDialog({
  wanted,
  newest,
  isTracking,
  failure,
  busy,
  onRestore,
  onClose,
}: RestoreDialogProps) {
  const isConflict = isApiFailure(failure, 'VERSION_CONFLICT');
  return (
    <AlertDialog
      open={wanted !== null}
      onClose={onClose}
      title={`Restore version ${wanted}?`}
      action={`Restore version ${wanted}`}
      kind="primary"
      busy={busy}
      onAction={onRestore}
    >
      <div className={styles.question}>
        <p>
          The document becomes what version {wanted} says, as version {newest + 1}: objects with their tracks,
          layers, variables, rules and everything else.
        </p>
        <p>
          What was changed since is no longer in the newest version, but stays in the list: every version up
          to {newest} can be restored the same way.
        </p>
        {isTracking && (
          <Notice kind="warning">
            A surface is still being tracked. Where version {wanted} does not have it, that ends, and does not
            go on when a later version is restored.
          </Notice>
        )}
        {isConflict && (
          <Notice kind="warning">
            Version {newest} was saved in the meantime, by someone else or by the service itself; nothing is
            restored yet. If you restore version {wanted} now, it takes the place of that one.
          </Notice>
        )}
        {failure !== null && !isConflict && (
          <FailureNotice failure={failure} what="The version could not be restored." />
        )}
      </div>
    </AlertDialog>
  );
}
