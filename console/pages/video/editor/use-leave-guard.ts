import { useLeaveQuestion } from '../../../shell/leave-question.tsx';

const DRAFT_STAYS =
  'A draft stays in this browser until you sign out, and is brought back when you open this video again.';

/**
 * Asks before the page is left with unsaved changes.
 * @param isDirty whether there are some
 * @param what them, as the beginning of a sentence: more than one thing on the page can be changed
 * @param lost what becomes of the changes where no draft keeps them
 * @param tabsKeep whether they are still there when another tab of the page comes into view
 */
export function useLeaveGuard(
  isDirty: boolean,
  { what, lost, tabsKeep }: { what: string; lost: string | null; tabsKeep: boolean },
): void {
  useLeaveQuestion(
    isDirty
      ? {
          title: 'Leave without saving?',
          what: `${what} are not saved.`,
          fate: lost ?? DRAFT_STAYS,
          isLeaving: (from, to) =>
            from.pathname !== to.pathname || (!tabsKeep && tabOf(from.search) !== tabOf(to.search)),
        }
      : null,
  );
}

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined);
