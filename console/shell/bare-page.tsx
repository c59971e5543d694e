import type { ReactNode } from 'react';
import styles from './bare-page.module.css';

/** A page without the frame, for who is not signed in: its content in the middle of the window. */
export function BarePage({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <main className={styles.bare}>
      <title>{title === undefined ? 'Video Metadata Service' : `${title} · Video Metadata Service`}</title>
      {children}
    </main>
  );
}
