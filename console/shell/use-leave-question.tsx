import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlertDialog } from '../components/alert-dialog.tsx';

/** A place in the console. */
interface Place {
  readonly pathname: string;
  readonly search: object;
}

interface LeaveQuestion {
  /** Whether there is something to ask about, asked when the page is about to be left. */
  isAsked: () => boolean;
  /** Whether going there counts as leaving; default: everywhere. */
  isLeaving?: (from: Place, to: Place) => boolean;
  title: string;
  /** `danger`: something is lost for good. */
  kind?: 'primary' | 'danger';
  children: ReactNode;
}

/**
 * Asks before the page is left; where the whole document goes, the browser asks in its own words.
 * @returns the question, to be rendered
 */
export function useLeaveQuestion({
  isAsked,
  isLeaving = () => true,
  title,
  kind = 'primary',
  children,
}: LeaveQuestion) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsked() && isLeaving(current, next),
    enableBeforeUnload: isAsked,
    withResolver: true,
  });
  return (
    <AlertDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={title}
      action="Leave"
      kind={kind}
      onAction={() => proceed?.()}
    >
      {children}
    </AlertDialog>
  );
}
