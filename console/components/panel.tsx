import { type ReactNode, useEffect, useId, useRef } from 'react';
import { bringIntoView, stuckElement } from './bring-into-view.ts';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Beside the heading: what state it is in, and what can be done with the whole. */
  aside?: ReactNode;
  /** Below the rest: what ends the form, the button that goes on last. */
  actions?: ReactNode;
  /** What has to be done before the button that goes on can be pressed. */
  lacks?: string | null;
  /** It waits for something that is done elsewhere on the page. */
  highlighted?: boolean;
  /**
   * Its heading takes the focus when it appears, and again whenever this changes. Visible content stays visible, except on a phone,
   * where all of it comes below the player, which does.
   */
  takesFocus?: number;
  /** Makes a form of it. Its fields show the faults of their values themselves. */
  onSubmit?: () => void;
  children?: ReactNode;
}

/** A part of a narrow column, with a heading and what belongs to it: a smaller `Card`. */
export function Panel({
  title,
  aside,
  actions,
  lacks = null,
  highlighted = false,
  takesFocus,
  onSubmit,
  children,
}: PanelProps) {
  const heading = useId();
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { current } = headingElement;
    if (takesFocus === undefined || current === null) return;
    current.focus({ preventScroll: true });
    // It may have appeared above what was in view, and nothing that stays there goes out of it.
    const panel = current.closest<HTMLElement>(`.${styles.panel}`);
    if (panel && stuckElement()) bringIntoView(panel, 'start');
  }, [takesFocus]);
  const look = {
    className: highlighted ? `${styles.panel} ${styles.highlighted}` : styles.panel,
    'aria-labelledby': heading,
  };
  const content = (
    <>
      <header className={styles.head}>
        <h3
          className={styles.title}
          id={heading}
          dir="auto"
          ref={headingElement}
          tabIndex={takesFocus === undefined ? undefined : -1}
        >
          {title}
        </h3>
        {aside}
      </header>
      {children}
      {actions && (
        <div className={styles.actions}>
          {lacks !== null && <p className={styles.lacks}>{lacks}</p>}
          {actions}
        </div>
      )}
    </>
  );
  if (onSubmit === undefined) return <section {...look}>{content}</section>;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form {...look} noValidate onSubmit={submit}>
      {content}
    </form>
  );
}
