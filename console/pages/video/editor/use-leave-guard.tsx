import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '../../../components/alert-dialog.tsx';

const DRAFT_STAYS =
  'A draft stays in this browser until you sign out, and is brought back when you open this document again.';

/**
 * Asks before the page is left with unsaved changes.
 * @param isDirty whether there are some
 * @param lost what becomes of the changes where no draft keeps them
 * @param tabsKeep whether they are still there when another tab of the page comes into view
 * @returns the question, to be rendered
 */
export function useLeaveGuard(
  isDirty: boolean,
  { lost, tabsKeep }: { lost: string | null; tabsKeep: boolean },
): React.ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || (!tabsKeep && tabOf(current) !== tabOf(next))),
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
      Your changes are not saved. {lost ?? DRAFT_STAYS}
    </AlertDialog>
  );
}

const tabOf = ({ search }: { search: object }): unknown => ('tab' in search ? search.tab : undefined);
