import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './list-detail.module.css';

/** Where columns lie below each other; `list-detail.module.css` has it, too. */
const ONE_COLUMN = '(max-width: 1099px)';

/** Of what is stuck to the top of the window, on a phone, while the rest scrolls below it. */
export const STAYS_IN_VIEW = { 'data-stays-in-view': '' } as const;

interface ListDetailProps {
  /** How often something was chosen in the list: each time it is brought into view, where it lies out of sight below the list. */
  chosen: number;
  /** Has the rows (`ListRow`). */
  list: RefObject<HTMLElement | null>;
  /** What is chosen in detail, if anything is. */
  children: ReactNode;
}

/** What is chosen in a list, in detail: beside the player or, in one column, below the list, with a way back to it. */
export function ListDetail({ chosen, list, children }: ListDetailProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(chosen);
  // After every render: what was chosen is there a few of them later, since the address tells of it.
  useEffect(() => {
    const { current } = place;
    if (current === null || chosen === shown.current) return;
    shown.current = chosen;
    if (!matchMedia(ONE_COLUMN).matches) return;
    current.style.scrollMarginBlockStart = `${stuckHeight()}px`;
    current.focus({ preventScroll: true });
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

function bringIntoView(element: Element, block: ScrollLogicalPosition): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, behavior: isStill ? 'instant' : 'smooth' });
}

/** Pixels at the top of the window that something covers. */
function stuckHeight(): number {
  const [name] = Object.keys(STAYS_IN_VIEW);
  const stuck = document.querySelector<HTMLElement>(`[${name}]`);
  return stuck && getComputedStyle(stuck).position === 'sticky' ? stuck.offsetHeight : 0;
}
