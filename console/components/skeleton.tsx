import styles from './skeleton.module.css';

/** Reserves the space of content that is loading. @param width in characters */
export function Skeleton({ width }: { width: number }) {
  return (
    <span className={styles.skeleton} style={{ width: `${width}ch`, maxWidth: '100%' }} aria-hidden="true" />
  );
}
