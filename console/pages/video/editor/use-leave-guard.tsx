import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '../../../components/alert-dialog.tsx';

const DRAFT_STAYS =
  'A draft stays in this browser until you sign out, and is brought back when you open this document again.';

/**
 * Asks before the page is left with unsaved changes; other views of the same page are not left.
 * @param consequence what becomes of the changes
 * @returns the question, to be rendered
 */
export function useLeaveGuard(isDirty: boolean, consequence = DRAFT_STAYS): React.ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <AlertDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      action="Leave"
      kind="primary"
      onAction={() => proceed?.()}
    >
      Your changes are not saved. {consequence}
    </AlertDialog>
  );
}
