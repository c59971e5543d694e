import styles from './skeleton.module.css';

/** Keeps the place of what is loading. @param width in characters */
export function Skeleton({ width }: { width: number }) {
  return (
    <span className={styles.skeleton} style={{ width: `${width}ch`, maxWidth: '100%' }} aria-hidden="true" />
  );
}
