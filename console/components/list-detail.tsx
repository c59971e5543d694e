import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { bringIntoView, isOneColumn, stuckElement } from './bring-into-view.ts';
import { Button } from './button.tsx';
import styles from './list-detail.module.css';

interface ListDetailProps {
  /** What is chosen; null: nothing. */
  chosen: string | null;
  /** How often something was chosen in the list itself. */
  chosenInList: number;
  /** Has the rows (`ListRow`). */
  list: RefObject<HTMLElement | null>;
  /** The details of the choice, if anything is. */
  children: ReactNode;
}

/**
 * The selection of a list, in detail: beside the player or, in one column, below the list, with a way back to it. There what was
 * just chosen is brought into view; where that was done elsewhere than in the list only below a player that stays in view.
 */
export function ListDetail({ chosen, chosenInList, list, children }: ListDetailProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef({ chosen, chosenInList });
  // After every render: what was chosen is there a few of them later, since the address holds it.
  useEffect(() => {
    const { current } = place;
    const before = shown.current;
    if (current === null) {
      if (chosen === null) before.chosen = null;
      return;
    }
    shown.current = { chosen, chosenInList };
    if (!isOneColumn()) return;
    const isOfList = chosenInList !== before.chosenInList;
    const stuck = stuckElement();
    if (!isOfList && (stuck === null || chosen === before.chosen)) return;
    // What has the focus within them stays in view.
    const { activeElement } = document;
    const keepsFocus = !isOfList && [current, stuck].some((part) => part?.contains(activeElement));
    if (!keepsFocus) current.focus({ preventScroll: true });
    bringIntoView(current, 'start');
  });
  if (!children) return null;
  const goBack = () => {
    const row = list.current?.querySelector<HTMLElement>('[data-selected]');
    row?.focus({ preventScroll: true });
    if (row) bringIntoView(row, 'center');
  };
  return (
    <div ref={place} className={styles.detail} tabIndex={-1}>
      <div className={styles.back}>
        <Button kind="quiet" size="small" icon={<ArrowUp size={14} aria-hidden="true" />} onClick={goBack}>
          Back to the list
        </Button>
      </div>
      {children}
    </div>
  );
}
