import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  tone?: 'neutral' | 'muted' | 'success' | 'warning' | 'danger' | 'accent';
  /** A dot before the text, as states have it. */
  dot?: boolean;
  children: ReactNode;
}

/** A short state or property. The text says it; the colour only helps to find it. */
export function Chip({ tone = 'neutral', dot = false, children }: ChipProps) {
  return (
    <span className={tone === 'neutral' ? styles.chip : `${styles.chip} ${styles[tone]}`}>
      {dot && <span className={styles.dot} aria-hidden="true" />}
      {children}
    </span>
  );
}
