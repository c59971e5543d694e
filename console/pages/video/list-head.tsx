import type { ReactNode } from 'react';
import styles from './list-head.module.css';

/** Above the list of a tab: how much is in it, and what can be added. */
export function ListHead({ count, children }: { count: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.count} aria-live="polite">
        {count}
      </p>
      {children}
    </div>
  );
}
