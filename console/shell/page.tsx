import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './page.module.css';

/** The page above another one. */
export interface PageAbove {
  to: LinkProps['to'];
  label: string;
}

interface PageProps {
  /** What the heading and the window's title say. */
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  back?: PageAbove;
  /** As wide as the window allows. */
  wide?: boolean;
  /** It took the place of what was at this address before: its heading takes the focus. */
  step?: boolean;
  children: ReactNode;
}

/** The content of a page within the frame: its title, what can be done on it, and the rest. */
export function Page({ title, actions, back, wide = false, step = false, children }: PageProps) {
  return (
    <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>
      <title>{`${title} · Video Metadata Service`}</title>
      {back && (
        <Link to={back.to} className={styles.back}>
          <ChevronLeft size={14} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <header className={styles.head}>
        <h1
          className={styles.heading}
          dir="auto"
          ref={step ? takeFocus : undefined}
          tabIndex={step ? -1 : undefined}
        >
          {title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus();
